/*
 * Writing an entry: − and + beside a number, an answer in other words beside the usual ones, and what was typed kept in
 * this tab until it is saved.
 */
(function () {
  "use strict";

  const FORM = "entry-form";
  const told = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-add]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const number = Number.parseInt(input.value.replace("−", "-"), 10) || 0;
    input.value = String(number + Number(button.dataset.add));
    told(input);
  });

  document.addEventListener("input", (event) => {
    const { target } = event;
    const answers = target.closest?.(".a");
    if (target.matches?.("[data-words]") && target.value) answers.querySelector("[data-other]").checked = true;
    if (target.matches?.("[data-usual]")) answers.querySelector("[data-words]").value = "";
    if (target.form?.id === FORM) keep(target.form);
  });

  /* What was typed outlives a closed page or a lost log-in; what was sent is forgotten once its answer is another page. */

  const place = () => `writing ${document.body.dataset.person} ${location.pathname}`;
  const SKIPPED = ["csrfmiddlewaretoken", "seen", "start", "sample"];

  function keep(form) {
    const fields = Array.from(new FormData(form)).filter(([name]) => !SKIPPED.includes(name));
    try {
      sessionStorage.setItem(place(), JSON.stringify({ seen: form.dataset.keep, fields }));
    } catch { /* No room: the page works as before. */ }
  }

  function fill(form, fields) {
    const values = new Map();
    for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
    for (const input of Array.from(form.elements)) {
      const given = values.get(input.name);
      if (!input.name.startsWith("its-")) continue;
      if (input.type === "radio" || input.type === "checkbox") input.checked = Boolean(given?.includes(input.value));
      else if (given && input.type !== "hidden") input.value = given[given.length - 1];
    }
  }

  const form = document.getElementById(FORM);
  if (!form) return;
  const refused = form.querySelector("[role=alert]");
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(place()));
  } catch { /* Nothing that can be read. */ }
  if (kept && kept.seen === form.dataset.keep && !refused && !location.search) {
    fill(form, kept.fields);
    const note = document.createElement("p");
    note.className = "note";
    note.setAttribute("role", "status");
    note.textContent = "What you typed before is here again. ";
    const drop = document.createElement("button");
    drop.type = "button";
    drop.className = "link accent";
    drop.textContent = "Start over";
    drop.addEventListener("click", () => {
      sessionStorage.removeItem(place());
      location.reload();
    });
    note.append(drop);
    form.prepend(note);
  }
  document.addEventListener("submit", (event) => {
    if (event.target.id === FORM && !event.submitter?.matches("[name=more], [name=preview]")) sessionStorage.removeItem(place());
  });
})();
