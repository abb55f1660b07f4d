/*
 * Fields and forms with `data-draft`: what was typed stays in this tab, by person, page and field, until the site has
 * taken it. A session that ended, or a part of the page drawn anew, loses none of it.
 *
 * What was sent counts as taken once another page of the site answers; the pages that say that nothing was done have
 * `data-untaken`, and whoever comes from the login page was asked to log in first. Of a form, the fields whose names
 * begin with its `data-prefix` are kept, and the site draws it anew with them: it knows how many rows that takes. A
 * button that sends it without a look at its fields (`formnovalidate`) only asks for something.
 */
(function () {
  "use strict";

  const START = `draft ${document.body.dataset.person} `;
  const keyOf = (one) =>
    `${START}${location.pathname} ${one instanceof HTMLFormElement ? `${one.id}${location.search} ` : one.name}${one.dataset.draft}`;
  const mine = () => Object.keys(sessionStorage).filter((key) => key.startsWith(START));
  const read = (key) => JSON.parse(sessionStorage.getItem(key));

  function keep(one, sent) {
    const kept = one instanceof HTMLFormElement ? { fields: said(one), sent } : { text: one.value, sent };
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

  function restore(root) {
    for (const field of root.querySelectorAll("[data-draft]:not(form)")) {
      const kept = read(keyOf(field));
      if (!kept || kept.text === field.defaultValue || field.nextElementSibling?.matches("[data-restored]")) continue;
      field.value = kept.text;
      field.after(told("Discard it", (note) => {
        sessionStorage.removeItem(keyOf(field));
        field.value = field.defaultValue;
        note.remove();
        field.focus();
      }));
    }
  }

  async function redraw(form) {
    const key = keyOf(form), kept = read(key);
    const order = (fields) => JSON.stringify([...fields].sort());
    if (!kept || order(kept.fields) === order(said(form))) return;
    const values = new FormData();
    for (const [name, value] of new FormData(form)) if (!name.startsWith(form.dataset.prefix)) values.append(name, value);
    for (const [name, value] of kept.fields) values.append(name, value);
    values.append("more", "");
    const answer = await fetch(location.href, { method: "POST", body: values, headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.redirected) return;
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(form.id);
    if (!drawn) return;
    form.replaceWith(drawn);
    htmx.process(drawn);
    drawn.prepend(told("Start over", () => {
      sessionStorage.removeItem(key);
      location.reload();
    }));
  }

  const asked = document.referrer && new URL(document.referrer).pathname.startsWith("/accounts/login/");
  for (const key of mine()) {
    const kept = read(key);
    if (document.querySelector("[data-untaken]") || asked) sessionStorage.setItem(key, JSON.stringify({ ...kept, sent: false }));
    else if (kept.sent) sessionStorage.removeItem(key);
  }
  restore(document);
  for (const form of document.querySelectorAll("form[data-draft]")) redraw(form);
  document.addEventListener("htmx:afterSettle", () => restore(document));
  document.addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-draft]")) keep(target, false);
    else if (target.form?.matches("[data-draft]") && target.name.startsWith(target.form.dataset.prefix)) keep(target.form, false);
  });
  document.addEventListener("submit", ({ target, submitter }) => {
    if (target.matches("[data-draft]") && !submitter?.formNoValidate && read(keyOf(target))) keep(target, true);
    for (const field of target.elements) if (field.matches("[data-draft]") && read(keyOf(field))) keep(field, true);
  });
})();
