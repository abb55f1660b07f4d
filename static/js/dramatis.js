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
  window.dramatis = { all }; // for the other scripts of a page

  /* Copy: the address in a field of its own, said on the button for a moment. */

  for (const button of all("[data-copy]")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    // Without a safe connection a page may only copy what is selected.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value); else document.execCommand("copy");
    button.firstChild.textContent = "Copied";
    setTimeout(() => { button.firstChild.textContent = "Copy"; }, 2000);
  });

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

  /* Steppers: − and + beside a number change it by one, as the arrow keys do. */

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".stepper > [data-by]");
    if (!button) return; // a pale one may have come alive since: the bounds of the box decide
    const input = button.parentElement.querySelector("input");
    const before = input.value;
    // One left to the default starts there, if that is a number.
    const { usual } = button.parentElement.dataset;
    if (!before && usual && Number.isInteger(Number(usual))) input.value = usual;
    input.stepUp(Number(button.dataset.by));
    if (input.value === before) return;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  /* Times come in UTC and are read where the reader is; one that falls on another day there says so,
     and one of several days always does. */

  function localise(within) {
    for (const element of all("time[data-local]", within)) {
      const at = new Date(element.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      const elsewhere = at.getDate() !== at.getUTCDate() ? { weekday: "short" } : {};
      const day = element.dataset.local ? { day: "numeric", month: "short" } : elsewhere;
      element.textContent = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...day });
    }
  }
  localise(document);
  // A field for a time zone begins with the browser's own, and nothing counts as typed.
  for (const field of all("[data-zone]")) field.defaultValue = Intl.DateTimeFormat().resolvedOptions().timeZone || field.defaultValue;
  document.addEventListener("drawn", ({ target }) => {
    localise(target);
    all("[data-filter]", target).forEach((input) => { if (input.value || chipOf(input)) filter(input); });
    all("[data-sorts]", target).forEach((select) => { if (select.value) sort(select); });
    const chip = target.id === "fields" && document.querySelector("[data-narrows] > [aria-current]");
    if (chip) narrowDown(chip);
  });
  for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());

  /* Once: a second click while the answer is on its way would do the same deed again. */

  const PATIENCE = 10_000; // ms after which a form that led nowhere may be sent again
  const sentOnce = new Map();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (Date.now() - (sentOnce.get(form) ?? -PATIENCE) < PATIENCE) event.preventDefault();
    else sentOnce.set(form, Date.now());
  });
  window.addEventListener("pageshow", () => sentOnce.clear());

  /* Filter: <input data-filter="list-id"> hides the items of that list that lack the typed words.
     Chosen items stay. An element with data-filter-count="list-id" says how many are left. */

  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  function filter(input) {
    const list = document.getElementById(input.dataset.filter);
    if (!list) return;
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const items = all("[data-item], .choice", list).filter((item) => !item.closest(".follow"));
    const chip = chipOf(input);
    const found = new Map(items.map((item) => [item, words.every((word) => plain(item.textContent).includes(word))]));
    let shown = 0;
    for (const item of items) {
      const kept = item.querySelector("input:checked") || found.get(item) && isOf(item, chip);
      item.hidden = !kept;
      if (kept) shown += 1;
    }
    unfold(list, words.length > 0 || chip !== "");
    for (const button of all("[data-chip]", list)) {
      const many = items.filter((item) => found.get(item) && isOf(item, button.dataset.chip)).length;
      button.querySelector(".count").textContent = many;
      button.classList.toggle("none", !many);
    }
    for (const count of all(`[data-filter-count="${CSS.escape(list.id)}"]`)) {
      count.textContent = shown ? `${shown} of ${items.length}` : "Nothing matches";
      count.classList.toggle("none", !shown);
    }
  }
  document.addEventListener("input", (event) => { if (event.target.matches?.("[data-filter]")) filter(event.target); });

  /* Chips beside the search box: one is pressed, and says of which kind the items are that stay. */

  const chipOf = (input) => input.parentElement.querySelector("[data-chip][aria-pressed=true]")?.dataset.chip ?? "";
  const isOf = (item, chip) => !chip || (item.dataset.in ?? "").split(" ").includes(chip);
  document.addEventListener("focusin", (event) => { // one that is cut off at the edge is in sight enough for a browser
    if (event.target.matches("[data-chip]")) event.target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-chip]");
    if (!button) return;
    const narrows = button.parentElement.dataset.narrows;
    if (!narrows) {
      for (const chip of all("[data-chip]", button.parentElement)) chip.setAttribute("aria-pressed", chip === button);
      return filter(button.closest(".filter").querySelector("[data-filter]"));
    }
    event.preventDefault(); // without scripts it is a link
    for (const chip of all("[data-chip]", button.parentElement)) chip.toggleAttribute("aria-current", chip === button);
    narrowDown(button);
  });

  /* What a chip leaves of a step: a rating says in its note of which kinds it is. One that changes stays where it is. */
  function narrowDown(chip) {
    const step = document.getElementById(chip.parentElement.dataset.narrows);
    for (const rating of all(".rating", step)) rating.hidden = !isOf(rating.querySelector("[data-in]") ?? rating, chip.dataset.chip);
    for (const group of all("section.group", step)) group.hidden = !group.querySelector(".rating:not([hidden])");
  }

  /* Another order: <select data-sorts="list-id"> puts the options of that list in one that stands beside it, a place for
     each as they stand in the document. Only what one sees moves. */

  function sort(select) {
    const list = document.getElementById(select.dataset.sorts);
    const places = select.value && select.closest("[data-orders]").dataset.orders.split("|")[select.value].split(" ");
    const items = all(".choice", list).filter((item) => !item.closest(".follow"));
    for (const [at, item] of items.entries()) {
      if (places) item.style.setProperty("--place", places[at]); else item.style.removeProperty("--place");
    }
    for (const chooser of all(".chooser", list)) chooser.classList.toggle("sorted", Boolean(places));
  }
  document.addEventListener("change", (event) => { if (event.target.matches?.("[data-sorts]")) sort(event.target); });

  /* What is out of reach is found all the same: its fold opens for it, and goes where nothing of it is left. */
  function unfold(list, narrowed) {
    for (const fold of all("details.fold", list)) {
      fold.hidden = !fold.querySelector(".choice:not([hidden])");
      if (narrowed) fold.open = true;
    }
  }

  /* A list that goes once something is chosen: arrow keys only look around in it, Space chooses. */

  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || !event.target.matches?.(".chooser.once input[type=radio]")) return;
    event.preventDefault();
    const placed = (radio) => Number(radio.closest(".choice").style.getPropertyValue("--place"));
    const radios = all("input[type=radio]", event.target.closest("fieldset")).filter((radio) => radio.name === event.target.name && radio.checkVisibility())
      .sort((a, b) => placed(a) - placed(b));
    radios.at((radios.indexOf(event.target) + step) % radios.length).focus();
  });

  /* Keys: Escape closes what is open. */

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      for (const open of all("details.menu[open], details.lines[open], details.rail[open]")) {
        if (open.matches(".rail") && column.matches) continue;
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

  /* The right rail is a column in large windows and a bar that opens in small ones. */

  const column = window.matchMedia("(min-width: 52rem) and (min-height: 36rem)");
  const fitRail = () => {
    if (CSS.supports("selector(::details-content)")) return;
    for (const rail of all("details.rail")) rail.open = column.matches;
  };
  column.addEventListener("change", fitRail);

  /* How tall what stays in sight is, for what stands below it and for where a focused field scrolls to. */

  const stays = document.querySelector(".rail") ? { "--banner": "#offline", "--top": ".top", "--bar": ".rail > summary" }
    : document.querySelector(".jump") ? { "--banner": "#offline" } : {};
  function measure() {
    const tall = Object.entries(stays).map(([name, selector]) => [name, `${document.querySelector(selector).offsetHeight}px`]);
    // Every element inherits these, so each that is set has the whole page styled anew.
    for (const [name, height] of tall) if (root.style.getPropertyValue(name) !== height) root.style.setProperty(name, height);
  }
  const watcher = new ResizeObserver(measure);
  const watch = () => { for (const selector of Object.values(stays)) watcher.observe(document.querySelector(selector)); };

  function settle() {
    watch();
    fitRail();
    for (const chosen of all(".choice:has(> label > :checked)")) chosen.classList.add("first");
    all("[data-filter]").forEach((input) => { if (input.value) filter(input); });
    all("[data-sorts]").forEach((select) => { if (select.value) sort(select); });
    const strip = document.querySelector(".steps ol");
    const here = strip?.querySelector("[aria-current]");
    if (here && strip.scrollWidth > strip.clientWidth) strip.scrollLeft += here.getBoundingClientRect().left - strip.getBoundingClientRect().left - 40;
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", settle); else settle();
})();
