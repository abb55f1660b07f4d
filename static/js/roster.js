/*
 * The roster by keyboard: up and down go from row to row, Enter opens the row beside the table, Escape closes it.
 * Rows are links, so all else is the browser's; "/" for the search box is in dramatis.js.
 */
(function () {
  "use strict";

  const panel = () => document.getElementById("panel");
  const rows = () => Array.from(document.querySelectorAll("#roster tbody th a"));
  const below = window.matchMedia("(max-width: 69.99rem)"); // there is no room beside the table
  let opened = ""; // the id of the row that stands open

  const linkOf = (id) => document.querySelector(`#${CSS.escape(id)} th a`);
  function show(id) {
    opened = id;
    for (const row of document.querySelectorAll("#roster tbody tr")) row.toggleAttribute("data-open", row.id === id);
  }
  function close() {
    if (!panel().hasChildNodes()) return;
    const link = opened ? linkOf(opened) : document.getElementById("columns-of");
    const within = panel().contains(document.activeElement);
    panel().replaceChildren();
    show("");
    if (within) link?.focus();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { close(); return; }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const search = event.target.matches?.("#q");
    if (!step || !(search || event.target.closest?.("#roster tbody"))) return;
    const links = rows();
    const here = links.indexOf(event.target.closest("tr")?.querySelector("th a"));
    const next = search ? (step > 0 ? 0 : -1) : here + step;
    if (next < 0 || next >= links.length) return;
    event.preventDefault();
    links[next].focus();
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "find-column") return;
    const wanted = event.target.value.trim().toLowerCase();
    const found = (label) => label.textContent.toLowerCase().includes(wanted);
    for (const game of document.querySelectorAll(".columns-of details")) {
      for (const label of game.querySelectorAll(".check")) label.hidden = Boolean(wanted) && !found(label);
      for (const part of game.querySelectorAll("fieldset")) part.hidden = !part.querySelector(".check:not([hidden])");
      // One that has none of them stays as it is: the games are folded one at a time.
      if (wanted && game.querySelector(".check:not([hidden])") && !document.querySelector(".columns-of details[open] .check:not([hidden])")) game.open = true;
    }
  });
  document.addEventListener("click", (event) => { if (event.target.closest?.("[data-close-panel]")) close(); });

  /* Presses on − and + while one is on its way, or waits for the line to be back, gather to one step that is sent after it. */
  const under = new WeakMap(); // a form to the step whose answer is not there yet; sent again, it is the same one
  const gathered = new WeakMap(); // and to the step that waits
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!submitter || !under.has(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    gathered.set(form, (gathered.get(form) ?? 0) + Number(submitter.value));
  }, true);
  document.addEventListener("htmx:configRequest", ({ detail: { elt, parameters } }) => {
    if (!elt.matches("#panel .steps-of")) return;
    if (!under.has(elt)) {
      under.set(elt, String(gathered.get(elt) ?? parameters.change));
      gathered.delete(elt);
    }
    parameters.change = under.get(elt);
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful } }) => {
    if (!successful || !under.delete(elt)) return;
    if (!gathered.get(elt)) gathered.delete(elt);
    // After htmx has let go of it.
    setTimeout(() => window.htmx.trigger(gathered.has(elt) ? elt : "#poll", gathered.has(elt) ? "submit" : "moved"));
  });

  let again = false; // whether the open row is asked for anew because something moved
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr } = event.detail;
    const row = elt.closest("#roster tbody tr");
    if (xhr.status !== 200) return;
    if (row) {
      show(row.id);
      if (below.matches && !again) panel().scrollIntoView({ block: "nearest" });
      again = false;
    } else if (elt.id === "columns-of") {
      show("");
    } else if (!elt.matches(".steps-of") && opened && document.getElementById(opened)) {
      // Rows were drawn again: which one is open is the page's own, and what it says may have moved.
      show(opened);
      again = true;
      linkOf(opened).click();
    }
  });
})();
