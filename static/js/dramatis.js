/*
 * Dramatis: small comforts on top of pages that already work without scripts.
 * No dependencies, nothing inline. One section a comfort; every listener sits on the document,
 * so fragments swapped in later need no setting up.
 */
(function () {
  "use strict";

  const root = document.documentElement;
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const inField = (element) => element.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])");
  root.classList.add("js");

  /* Dots: a click on the checked dot takes it back; a digit sets the whole rating. */

  function choose(radio) {
    if (!radio || radio.checked || radio.disabled) return;
    radio.checked = true;
    radio.focus({ preventScroll: true });
    radio.dispatchEvent(new Event("input", { bubbles: true }));
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }

  const siblings = (radio) => all("input[type=radio]", radio.closest(".dots")).filter((other) => other.name === radio.name);
  const total = (radio) => Number(radio.dataset.total ?? radio.value);

  let pressed = null; // the radio that was already checked when the pointer went down on its dot
  document.addEventListener("pointerdown", (event) => {
    const radio = event.target.closest?.("fieldset.dots label.dot")?.querySelector("input[type=radio]");
    pressed = radio?.checked ? radio : null;
  });
  document.addEventListener("click", (event) => {
    const radio = event.target.closest?.("fieldset.dots label.dot")?.querySelector("input[type=radio]");
    if (!radio || radio !== pressed || event.target === radio) return;
    pressed = null;
    event.preventDefault();
    const lower = siblings(radio).filter((other) => total(other) < total(radio));
    choose(lower.sort((a, b) => total(b) - total(a))[0]);
  });
  document.addEventListener("keydown", (event) => {
    if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.target.matches?.("fieldset.dots input[type=radio]")) return;
    const wanted = siblings(event.target).find((radio) => total(radio) === Number(event.key));
    if (!wanted) return;
    event.preventDefault();
    choose(wanted);
  });

  /* Saved: an element with data-saved="<ISO time>" counts up by itself. */

  function ago(seconds) {
    if (seconds < 2) return "Saved";
    if (seconds < 60) return `Saved ${seconds} s ago`;
    if (seconds < 3600) return `Saved ${Math.floor(seconds / 60)} min ago`;
    return `Saved ${Math.floor(seconds / 3600)} h ago`;
  }
  function tick() {
    for (const element of all("[data-saved]")) {
      const seconds = Math.max(0, Math.round((Date.now() - Date.parse(element.dataset.saved)) / 1000));
      const text = ago(seconds);
      if (!Number.isNaN(seconds) && element.textContent !== text) element.textContent = text;
    }
  }
  setInterval(tick, 1000);

  /* Unsent: say so, keep what was changed, send it when the line is back or when asked to. */

  const waiting = new Set(); // changes that never arrived: element ids, or elements without one
  const refused = new Set(); // changes that arrived and were not taken
  const banner = () => document.getElementById("offline");
  const calm = banner()?.querySelector("span")?.textContent;

  function showBanner(sentence, again = false) {
    const element = banner();
    if (!element) return;
    const words = element.querySelector("span");
    if (sentence && words.textContent !== sentence) words.textContent = sentence;
    element.querySelector("button").hidden = !again;
    element.hidden = !sentence;
  }
  const kept = "What you changed is kept on this page";
  function refusal(status, verb) {
    if (verb === "get") return status === 404 ? "That is not here any more. Load the page again." : "That could not be worked out just now. Try again in a moment.";
    if (status === 401 || status === 403) return `Could not save: you may have been logged out. ${kept}; log in again in another tab, then try again.`;
    if (status === 404) return `Could not save: this character is not here any more, or no longer yours to change. ${kept}; try again.`;
    if (status >= 500) return `Could not save: something broke on our side. ${kept}; try again in a moment.`;
    return `Could not save (${status}). ${kept}; try again.`;
  }
  const nameOf = (element) => element.id || element;

  document.addEventListener("htmx:sendError", (event) => {
    if (event.detail.requestConfig?.verb !== "get") waiting.add(nameOf(event.detail.elt));
    showBanner(calm, waiting.size > 0 && navigator.onLine);
  });
  document.addEventListener("htmx:responseError", (event) => {
    const verb = event.detail.requestConfig?.verb;
    if (verb !== "get") refused.add(nameOf(event.detail.elt));
    showBanner(refusal(event.detail.xhr.status, verb), verb !== "get");
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    const form = event.detail.elt.closest("form");
    for (const set of [waiting, refused]) {
      for (const name of Array.from(set)) {
        const element = typeof name === "string" ? document.getElementById(name) : name;
        // A field sends its whole form, so one that gets through brings its neighbours along.
        if (!element || element === event.detail.elt || (form && element.closest("form") === form)) set.delete(name);
      }
    }
    if (!waiting.size && !refused.size) showBanner("");
  });
  function resend() {
    const again = [...waiting, ...refused];
    if (!again.length) showBanner(navigator.onLine ? "" : calm);
    waiting.clear();
    refused.clear();
    for (const name of again) {
      const element = typeof name === "string" ? document.getElementById(name) : name;
      if (!element?.isConnected) continue;
      const kind = element.matches("form") ? "submit" : element.matches("button, a") ? "click" : "change";
      if (kind === "submit" && !(element.getAttribute("hx-trigger") || "").includes("change")) element.requestSubmit();
      else element.dispatchEvent(new Event(kind === "submit" ? "change" : kind, { bubbles: true, cancelable: true }));
    }
  }
  window.addEventListener("offline", () => showBanner(calm));
  window.addEventListener("online", resend);
  document.addEventListener("click", (event) => { if (event.target.closest?.("#offline button")) resend(); });
  setInterval(() => { if (waiting.size && navigator.onLine) resend(); }, 5000);
  window.addEventListener("beforeunload", (event) => {
    if ((waiting.size || refused.size) && !leaving) event.preventDefault();
  });
  // Sending the whole form is saving it, so nobody need be asked.
  let leaving = false;
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "step-form") return;
    if (navigator.onLine) leaving = true;
    else { event.preventDefault(); showBanner(calm); }
  });

  /* Order: while a newer request of the builder is on its way, an older answer would put old choices back.
     The newer one sent the whole form, so its answer says everything. Not swapping skips what is out of band too. */

  const sent = new WeakMap(); // request to its number
  const pending = new Set(); // numbers of requests that still have no answer
  let counter = 0;
  document.addEventListener("htmx:beforeSend", (event) => {
    if (!event.detail.elt.closest(".builder")) return;
    sent.set(event.detail.xhr, (counter += 1));
    pending.add(counter);
  });
  let newestShown = 0;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const number = sent.get(event.detail.xhr);
    if (!number) return;
    const newer = Array.from(pending).some((other) => other > number);
    if (newer || number < newestShown) event.detail.shouldSwap = false;
    else if (event.detail.shouldSwap) newestShown = number;
  });
  document.addEventListener("htmx:afterRequest", (event) => pending.delete(sent.get(event.detail.xhr)));

  /* Moved: a figure of the rail that changed since the page was opened says from what. */

  const before = new Map();
  const figures = () => all("#figures dl > div").map((row) => [row.querySelector("dt")?.textContent, row.querySelector("dd")]);
  function showMoves() {
    for (const [name, cell] of figures()) {
      const now = cell.textContent.trim();
      if (!before.has(name)) before.set(name, now);
      else if (before.get(name) !== now) {
        const words = document.createElement("span");
        words.className = "moved";
        words.textContent = `${before.get(name)} to ${now}`;
        cell.replaceChildren(words);
      }
    }
  }
  document.addEventListener("htmx:oobAfterSwap", (event) => { if (event.detail.target?.id === "figures") showMoves(); });

  /* Filter: <input data-filter="list-id"> hides the items of that list that lack the typed words.
     Chosen items stay. An element with data-filter-count="list-id" says how many are left. */

  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  function filter(input) {
    const list = document.getElementById(input.dataset.filter);
    if (!list) return;
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const items = Array.from(list.children).filter((item) => !item.matches("legend, input, .filter, .help"));
    let shown = 0;
    for (const item of items) {
      const text = plain(item.textContent);
      const kept = item.querySelector("input:checked") || words.every((word) => text.includes(word));
      item.hidden = !kept;
      if (kept) shown += 1;
    }
    for (const count of all(`[data-filter-count="${CSS.escape(list.id)}"]`)) count.textContent = `${shown} of ${items.length}`;
  }
  document.addEventListener("input", (event) => { if (event.target.matches?.("[data-filter]")) filter(event.target); });

  /* Keys: "/" goes to the search box, Escape closes what is open. */

  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !inField(event.target) && !event.ctrlKey && !event.metaKey) {
      const box = document.querySelector("[data-filter], input[type=search]");
      if (box) { event.preventDefault(); box.focus(); box.select(); }
    }
    if (event.key === "Escape") {
      for (const open of all("details.menu[open], details.lines[open], details.rail[open]")) {
        if (open.matches(".rail") && !bar.matches) continue;
        open.open = false;
        if (open.contains(event.target)) open.querySelector("summary")?.focus();
      }
    }
  });
  document.addEventListener("click", (event) => {
    for (const open of all("details.menu[open]")) if (!open.contains(event.target)) open.open = false;
  });

  /* Dialogs: <button data-dialog="id"> opens <dialog id>. Without scripts the button's link or form is followed. */

  document.addEventListener("click", (event) => {
    const opener = event.target.closest?.("[data-dialog]");
    const dialog = opener && document.getElementById(opener.dataset.dialog);
    if (dialog?.showModal) { event.preventDefault(); dialog.showModal(); }
    if (event.target.closest?.("[data-close]")) event.target.closest("dialog")?.close();
  });

  /* The right rail is a column on wide screens and a bar that opens on narrow ones. */

  const bar = window.matchMedia("(max-width: 51.99rem)");
  const fitRail = () => {
    if (CSS.supports("selector(::details-content)")) return;
    for (const rail of all("details.rail")) rail.open = !bar.matches;
  };
  bar.addEventListener("change", fitRail);

  function settle() {
    tick();
    showMoves();
    fitRail();
    all("[data-filter]").forEach((input) => { if (input.value) filter(input); });
    const strip = document.querySelector(".steps ol");
    const here = strip?.querySelector("[aria-current]");
    if (here && strip.scrollWidth > strip.clientWidth) strip.scrollLeft += here.getBoundingClientRect().left - strip.getBoundingClientRect().left - 40;
  }
  document.addEventListener("htmx:load", tick);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", settle); else settle();
  if (!navigator.onLine) showBanner(calm);
})();
