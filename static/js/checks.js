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
  if (further && matchMedia("(min-width: 82rem)").matches) further.open = true;

  function filter() {
    const wanted = find.value.trim().toLowerCase();
    if (wanted && further) further.open = true;
    for (const row of rows()) row.hidden = !row.querySelector("th").textContent.toLowerCase().includes(wanted);
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
