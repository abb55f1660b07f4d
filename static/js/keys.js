/*
 * Keys that do something by themselves while nobody types: "/" goes to the search, "?" tells all that a page has. Whoever
 * speaks to their device, or presses keys by mistake, switches them off there; that holds for the browser.
 */
(function () {
  "use strict";

  const OFF = "single keys off";
  const list = document.getElementById("keys");
  const own = document.getElementById("single-keys");
  const store = (() => { try { return window.localStorage; } catch { return null; } })(); // switched off
  const inField = (element) => element.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])");
  // For other scripts that have such keys: whether this press is one.
  window.dramatis.single = (event) => !store?.getItem(OFF) && !event.ctrlKey && !event.metaKey && !event.altKey
    && !inField(event.target) && !document.querySelector("dialog[open]");

  if (list) {
    own.checked = !store?.getItem(OFF);
    own.addEventListener("change", () => { if (own.checked) store?.removeItem(OFF); else store?.setItem(OFF, "1"); });
  }
  document.addEventListener("keydown", (event) => {
    if (!window.dramatis.single(event)) return;
    const box = event.key === "/" && document.querySelector("[data-filter], input[type=search]");
    if (box) { box.focus(); box.select(); } else if (event.key === "?" && list) list.showModal(); else return;
    event.preventDefault();
  });
})();
