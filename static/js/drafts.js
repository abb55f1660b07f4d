/*
 * Fields and forms with `data-draft`: what was typed stays in this tab, by person, page and field, until the site has
 * taken it. A session that ended, a line that broke, or a part of the page drawn anew loses none of it.
 *
 * A form that is sent to another address than its page's says in `data-page` which that is.
 *
 * What was sent is forgotten when a page says that something was done (typed.js); until then it comes back. Of a
 * form, the fields whose names begin with its `data-prefix` are kept, and the site draws it anew with them: it knows how
 * many rows that takes. A button that sends it without a look at its fields (`formnovalidate`) only asks for something.
 */
(function () {
  "use strict";

  const START = `draft ${document.body.dataset.person} `;
  const keyOf = (one) =>
    `${START}${one.form?.dataset.page ?? location.pathname} ${one instanceof HTMLFormElement ? `${one.id}${location.search} ` : one.name}${one.dataset.draft}`;
  const mine = () => Object.keys(sessionStorage).filter((key) => key.startsWith(START));
  const read = (key) => JSON.parse(sessionStorage.getItem(key));
  const drafts = (form) => Array.from(form.elements).filter((field) => field.matches("[data-draft]"));

  /*
   * Of a form that holds more than goes with each of its buttons: `data-goes` names those that a field goes with. With
   * Enter go the field that was typed in and those that go with the same.
   */
  function goes(field, submitter) {
    if (!field.dataset.goes) return true;
    if ("enter" in (submitter?.dataset ?? {})) return field.dataset.goes === document.activeElement.dataset.goes;
    return field.dataset.goes.split(" ").includes(submitter?.value);
  }

  function keep(one, sent) {
    const label = one.selectedOptions?.[0]?.label;
    const kept = one instanceof HTMLFormElement ? { fields: said(one), sent } : { text: one.value, label, sent };
    try {
      sessionStorage.setItem(keyOf(one), JSON.stringify(kept));
    } catch { /* No room: the page works as before. */ }
  }

  function said(form) {
    const fields = Array.from(new FormData(form));
    return fields.filter(([name, value]) => name.startsWith(form.dataset.prefix) && value !== "");
  }

  function told(words, discard) {
    const note = document.createElement("p");
    note.className = "note";
    note.dataset.restored = "";
    note.setAttribute("role", "status");
    note.append("What you typed before is here again. ");
    const drop = document.createElement("button");
    drop.type = "button";
    drop.className = "link accent";
    drop.textContent = words;
    drop.addEventListener("click", () => discard(note));
    note.append(drop);
    return note;
  }

  /* What a page chose by itself stays chosen: it was asked for just now. */
  function choose(select) {
    const kept = read(keyOf(select));
    if (!kept?.text || select.value) return;
    select.value = kept.text;
    if (select.value !== kept.text) select.add(new Option(kept.label, kept.text, true, true));
  }

  function restore(root) {
    root.querySelectorAll("select[data-draft]").forEach(choose);
    for (const field of root.querySelectorAll("[data-draft]:not(form, select)")) {
      const kept = read(keyOf(field));
      if (!kept || [field.defaultValue, field.value].includes(kept.text) || field.nextElementSibling?.matches("[data-restored]")) continue;
      field.value = kept.text;
      field.after(told("Discard it", (note) => {
        for (const one of drafts(field.form)) if (one === field || one.matches("select")) sessionStorage.removeItem(keyOf(one));
        field.value = field.defaultValue;
        note.remove();
        field.focus();
      }));
    }
  }

  async function asked(values, id) {
    try {
      const answer = await fetch(location.href, { method: "POST", body: values, headers: { "HX-Request": "true" } });
      if (!answer.ok || answer.redirected) return null;
      return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
    } catch {
      return null; // no line: what was kept stays, and comes back with the next visit
    }
  }

  /* The same field of a form that was drawn anew. */
  function twin(form, field) {
    const ticked = ["checkbox", "radio"].includes(field.type);
    return Array.from(form.elements).find((one) => one.name === field.name && (!ticked || one.value === field.value));
  }

  function copy(from, to) {
    if (!to) return;
    to.value = from.value;
    if ("checked" in from) to.checked = from.checked;
  }

  const drawing = new Map(); // forms that are being drawn anew, with the fields that were changed meanwhile

  async function redraw(form) {
    const key = keyOf(form), kept = read(key);
    const order = (fields) => JSON.stringify([...fields].sort());
    if (!kept || order(kept.fields) === order(said(form))) return;
    const values = new FormData();
    for (const [name, value] of new FormData(form)) if (!name.startsWith(form.dataset.prefix)) values.append(name, value);
    for (const [name, value] of kept.fields) values.append(name, value);
    values.append("more", "");
    const typed = new Set();
    drawing.set(form, typed);
    const drawn = await asked(values, form.id);
    drawing.delete(form);
    if (!drawn) {
      if (typed.size) keep(form, false);
      return;
    }
    const focused = form.contains(document.activeElement) ? document.activeElement : null;
    form.replaceWith(drawn);
    htmx.process(drawn);
    for (const field of typed) copy(field, twin(drawn, field));
    if (typed.size) keep(drawn, false);
    if (focused) twin(drawn, focused)?.focus();
    drawn.prepend(told("Start over", () => {
      sessionStorage.removeItem(key);
      location.reload();
    }));
  }

  for (const key of mine()) sessionStorage.setItem(key, JSON.stringify({ ...read(key), sent: false }));
  restore(document);
  for (const form of document.querySelectorAll("form[data-draft]")) redraw(form);
  document.addEventListener("htmx:afterSettle", () => restore(document));
  document.addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-draft]")) for (const one of drafts(target.form)) if (one.value || one === target) keep(one, false);
    if (!target.form?.matches("[data-draft]") || !target.name.startsWith(target.form.dataset.prefix)) return;
    if (drawing.has(target.form)) drawing.get(target.form).add(target);
    else keep(target.form, false);
  });
  document.addEventListener("submit", ({ target, submitter }) => {
    if (target.matches("[data-draft]") && !submitter?.formNoValidate && read(keyOf(target))) keep(target, true);
    const fields = drafts(target);
    if (target.elements.kept) target.elements.kept.value = "1"; // the site need not send back what does not go along
    if (fields.some((field) => read(keyOf(field)))) for (const field of fields) if (field.value) keep(field, goes(field, submitter));
  });
})();
