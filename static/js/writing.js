/*
 * Writing an entry: − and + beside a number, an answer in other words beside the usual ones, and more rows without a
 * break in typing. What was typed is kept by drafts.js.
 */
(function () {
  "use strict";

  const told = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-add]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const number = Number.parseInt(input.value.replace("−", "-"), 10) || 0;
    input.value = String(number + Number(button.dataset.add));
    told(input);
  });

  document.addEventListener("input", ({ target }) => {
    const answers = target.closest?.(".a");
    if (target.matches?.("[data-words]") && target.value) answers.querySelector("[data-other]").checked = true;
    if (target.matches?.("[data-usual]")) answers.querySelector("[data-words]").value = "";
  });

  /* More rows: the answer is the form as it was sent, so what a person changed since then is newer and stands. */

  const newer = new Set(); // the fields that were changed since the form was sent
  let waits = null; // the button that was pressed, until its answer is there
  let ahead = ""; // typed on the button, before there was a row to type in

  const asksMore = (button) => button.matches?.("#entry-form button[name=more]");
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => { if (waits && target.form === waits.form && target.name) newer.add(target); });
  }
  document.addEventListener("keydown", (event) => {
    if (!waits || event.target !== waits || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length !== 1 && event.key !== "Backspace") return;
    event.preventDefault();
    ahead = event.key === "Backspace" ? ahead.slice(0, -1) : ahead + event.key;
  });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (!asksMore(detail.elt)) return;
    newer.clear();
    ahead = "";
    waits = detail.elt;
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.elt === waits) waits = null; });

  const twinOf = (mine, fresh) => Array.from(fresh.elements).find((one) => one.name === mine.name && one.type === mine.type
    && (mine.matches("[type=radio], [type=checkbox]") ? one.value === mine.value || mine.type === "checkbox" && one.id === mine.id : one.id === mine.id));
  function keepNewer(fresh) {
    for (const mine of newer) {
      const twin = twinOf(mine, fresh);
      if (!twin) continue;
      if (mine.matches("[type=radio], [type=checkbox]")) {
        twin.checked = mine.checked;
        twin.toggleAttribute("checked", mine.checked);
      } else if (mine.matches("select")) {
        for (const option of twin.options) option.toggleAttribute("selected", option.value === mine.value);
      } else if (mine.matches("input")) twin.setAttribute("value", mine.value);
      else twin.value = mine.value;
    }
  }
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event, { elt } = detail.requestConfig, form = elt.form;
    if (!asksMore(elt) || !detail.shouldSwap) return;
    const answer = document.createElement("template");
    answer.innerHTML = detail.serverResponse;
    const fresh = answer.content.querySelector("#entry-form");
    if (!fresh) return;
    event.preventDefault();
    // A row that was begun meanwhile, further down than the answer goes: it is asked for again, with that row.
    if (Array.from(newer).some((mine) => mine.value && mine.isConnected && !twinOf(mine, fresh))) {
      setTimeout(() => elt.click());
      return;
    }
    keepNewer(fresh);
    const rests = [elt, document.body, null].includes(document.activeElement);
    // Whether it is folded is the page's own business.
    const beforeAttributeUpdated = (name, old) => !(name === "open" && old.matches("details"));
    window.Idiomorph.morph(form, fresh, { morphStyle: "outerHTML", callbacks: { beforeAttributeUpdated } });
    window.htmx.process(form);
    const first = form.querySelector("[autofocus]");
    if (!first || !rests) return;
    first.focus();
    if (!ahead || !first.matches("input, textarea")) return;
    first.value += ahead;
    told(first);
  });
})();
