/*
 * Fields with `data-draft`: what was typed stays in this tab, by person, page and field, until the site has taken it. A
 * session that ended, or a part of the page drawn anew, loses none of it.
 *
 * A text that was sent counts as taken once another page of the site answers; the pages that say that nothing was done
 * have `data-untaken`, and whoever comes from the login page was asked to log in first.
 */
(function () {
  "use strict";

  const START = `draft ${document.body.dataset.person} `;
  const keyOf = (field) => `${START}${location.pathname} ${field.name}${field.dataset.draft}`;
  const mine = () => Object.keys(sessionStorage).filter((key) => key.startsWith(START));
  const read = (key) => JSON.parse(sessionStorage.getItem(key));

  function keep(field, sent) {
    try {
      sessionStorage.setItem(keyOf(field), JSON.stringify({ text: field.value, sent }));
    } catch { /* No room: the page works as before. */ }
  }

  function restore(root) {
    for (const field of root.querySelectorAll("[data-draft]")) {
      const kept = read(keyOf(field));
      if (!kept || kept.text === field.defaultValue || field.nextElementSibling?.matches("[data-restored]")) continue;
      field.value = kept.text;
      const note = document.createElement("p");
      note.className = "note";
      note.dataset.restored = "";
      note.setAttribute("role", "status");
      note.append("What you typed before is here again. ");
      const drop = document.createElement("button");
      drop.type = "button";
      drop.className = "link accent";
      drop.textContent = "Discard it";
      drop.addEventListener("click", () => {
        sessionStorage.removeItem(keyOf(field));
        field.value = field.defaultValue;
        note.remove();
        field.focus();
      });
      note.append(drop);
      field.after(note);
    }
  }

  const asked = document.referrer && new URL(document.referrer).pathname.startsWith("/accounts/login/");
  for (const key of mine()) {
    const kept = read(key);
    if (document.querySelector("[data-untaken]") || asked) sessionStorage.setItem(key, JSON.stringify({ ...kept, sent: false }));
    else if (kept.sent) sessionStorage.removeItem(key);
  }
  restore(document);
  document.addEventListener("htmx:afterSettle", () => restore(document));
  document.addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-draft]")) keep(target, false);
  });
  document.addEventListener("submit", ({ target }) => {
    for (const field of target.elements) if (field.matches("[data-draft]") && read(keyOf(field))) keep(field, true);
  });
})();
