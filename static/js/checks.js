/*
 * The checks of the page to play from, by keyboard: from the field that finds one, to which "/" goes (dramatis.js), arrows
 * walk from name to name, and Enter does what a tap on the name does. On a desk all of them are unfolded.
 */
(function () {
  "use strict";

  const find = document.getElementById("find-check");
  const checks = find?.closest(".all-checks");
  if (!checks) return;
  const none = document.getElementById("found-none");
  const further = document.getElementById("further");
  const rows = () => Array.from(checks.querySelectorAll(".at-hand > tbody > tr"));
  const names = () => rows().filter((row) => !row.hidden).map((row) => row.querySelector("th a")).filter((name) => name.checkVisibility());
  if (further && getComputedStyle(document.querySelector(".desk")).display !== "contents") further.open = true;

  /* A name with a word that begins so comes first, then one that has it within a word, then what is said of a check. */
  const plain = (text) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()}`;
  const NONE = 3;
  function rank(row, wanted) {
    const name = plain(row.querySelector("th a").textContent);
    const told = [name.includes(wanted), name.includes(wanted.trim()), plain(row.querySelector("th").textContent).includes(wanted.trim())];
    const first = told.indexOf(true);
    return first < 0 ? NONE : first;
  }
  const places = new WeakMap(); // where each part stood before anything was looked for
  function arrange(parts, ranked) {
    parts.forEach((part, place) => { if (!places.has(part[0])) places.set(part[0], place); });
    const sorted = [...parts].sort((one, other) => ranked(one) - ranked(other) || places.get(one[0]) - places.get(other[0]));
    if (sorted.every((part, place) => part === parts[place])) return;
    const held = document.activeElement;
    parts[0][0].parentElement.append(...sorted.flat());
    if (held !== document.activeElement) held.focus({ preventScroll: true });
  }
  function sort(wanted) {
    const ranks = new Map(rows().map((row) => [row, wanted ? rank(row, wanted) : 0]));
    const best = (part) => Math.min(...Array.from(part.querySelectorAll(".at-hand > tbody > tr"), (row) => ranks.get(row)), NONE);
    for (const [row, at] of ranks) row.hidden = at === NONE;
    for (const body of checks.querySelectorAll(".at-hand > tbody")) arrange(Array.from(body.rows, (row) => [row]), ([row]) => ranks.get(row));
    const titled = Array.from(checks.querySelectorAll("h3 + .at-hand"), (table) => [table.previousElementSibling, table]);
    arrange(titled, ([, table]) => best(table));
    arrange(Array.from(checks.querySelectorAll(":scope > .checks"), (part) => [part]), ([part]) => best(part));
  }
  function filter() {
    const wanted = find.value.trim() && plain(find.value);
    if (wanted && further) further.open = true;
    sort(wanted);
    // What has no hit says nothing above the hits.
    const bare = (part) => Boolean(wanted) && !part.querySelector(".at-hand > tbody > tr:not([hidden])");
    for (const part of checks.querySelectorAll(".checks")) part.hidden = bare(part);
    for (const heads of checks.querySelectorAll(".second-heads")) {
      heads.hidden = heads.closest("table").querySelectorAll(":scope > tbody > tr:not([hidden])").length < 2;
    }
    for (const table of checks.querySelectorAll("h3 + .at-hand")) {
      table.hidden = Boolean(wanted) && Array.from(table.tBodies[0].rows).every((row) => row.hidden);
      table.previousElementSibling.hidden = table.hidden;
    }
    none.textContent = wanted && rows().every((row) => row.hidden) ? `No check matches “${find.value.trim()}”.` : "";
  }
  find.addEventListener("input", () => {
    filter();
    // On a phone what is found would lie below the window, or under its keyboard.
    if (find.value.trim() && find.getBoundingClientRect().top > innerHeight / 3) find.parentElement.scrollIntoView();
  });
  document.addEventListener("htmx:oobAfterSwap", () => { if (find.value) filter(); });

  checks.addEventListener("keydown", (event) => {
    const all = names();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.target === find && event.key === "Enter") {
      event.preventDefault();
      if (find.value) all[0]?.click();
    } else if (event.target === find && event.key === "Escape" && find.value) {
      find.value = "";
      filter();
      event.preventDefault();
    } else if (step) {
      const here = event.target === find ? -1 : all.indexOf(event.target.closest("tr")?.querySelector("th a"));
      if (here < 0 && event.target !== find) return;
      event.preventDefault();
      (all[here + step] ?? (here + step < 0 ? find : event.target)).focus();
    }
  });
})();
