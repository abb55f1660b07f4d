/*
 * What somebody typed into a form stays in this tab, or what was marked in this browser, until the site has taken it: whoever
 * is logged out meanwhile finds it again, and nobody else does. Texts that are kept while one writes are in drafts.js.
 */
(function () {
  "use strict";

  const { all } = window.dramatis;

  /* Logging out: what was marked in play and did not arrive (marks.js keeps it) goes too, if that is what one wants. */

  function unsent() {
    try { return Object.keys(localStorage).filter((key) => key.startsWith("mark ")); } catch { return []; }
  }
  const some = (count, word) => (count ? [`${count} ${word}${count === 1 ? "" : "s"}`] : []);
  document.addEventListener("submit", (event) => {
    if (!event.target.getAttribute("action")?.endsWith("/accounts/logout/")) return;
    const marks = unsent();
    const having = (name) => marks.filter((mark) => localStorage.getItem(mark).includes(`"${name}":`)).length;
    const [answers, notes] = [having("answers"), having("note")];
    const many = [...some(marks.length - answers, "mark"), ...some(answers - notes, "roll"), ...some(notes, "note")].join(" and ");
    const [have, them] = marks.length === 1 ? ["hasn’t", "it"] : ["haven’t", "them"];
    if (marks.length && !window.confirm(`${many} ${have} been sent yet. Log out and lose ${them}?`)) event.preventDefault();
    else {
      for (const mark of marks) localStorage.removeItem(mark);
      for (const key of Object.keys(sessionStorage)) if (WRITTEN.test(key)) sessionStorage.removeItem(key);
      forgetPages("");
    }
  });
  // Pages to play from that this browser keeps (play-worker.js) are for whoever opened them: anyone else's page clears them.
  async function forgetPages(person) {
    if (!window.caches) return; // as over plain http
    for (const name of await caches.keys()) {
      if (name.startsWith("play ") && !name.startsWith(`play ${person} `)) await caches.delete(name);
    }
  }
  // So is what somebody was writing when their session ran out, in this tab.
  const WRITTEN = /^(?:draft|writing) /;
  function forgetWriting(person) {
    for (const key of Object.keys(sessionStorage)) {
      const [whose] = WRITTEN.exec(key) ?? [];
      if (whose && !key.startsWith(`${whose}${person} `)) sessionStorage.removeItem(key);
    }
  }
  const { person, known } = document.body.dataset;
  if (person) forgetPages(person);
  if (known !== undefined) forgetWriting(person); // the page to log in keeps it for whoever comes back
  // A page that says what was done: the texts that were sent for it (drafts.js) are with the site. Whoever was asked to log
  // in first has done nothing else yet.
  const fromLogin = document.referrer && new URL(document.referrer).pathname.startsWith("/accounts/");
  if (document.querySelector("#messages .success") && !fromLogin) {
    for (const [key, kept] of Object.entries(sessionStorage)) {
      if (key.startsWith("draft ") && JSON.parse(kept).sent) sessionStorage.removeItem(key);
    }
  }

  /* Drafts: who turns out to be logged out when a form is sent comes to the log-in and then back, and finds in the
     form what was written. It is kept until any other page is opened. */

  const MINE = `writing ${person} form`, OTHERS = `writing ${person} others`;
  const parts = (form, which) => [...form.elements].filter((field) => field.matches(which)); // wherever on the page
  const written = "textarea, input:not([type=hidden], [type=password], [type=file], [type=radio], [type=checkbox])";
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.querySelector("[type=password]")) return;
    const texts = parts(form, written).filter((field) => field.name && field.value).map((field) => [field.name, field.value]);
    const draft = { page: location.pathname, action: form.action, texts };
    if (texts.length) sessionStorage.setItem(MINE, JSON.stringify(draft));
  });
  /* What was written in the other forms of a page, while one of them is sent, stands in them again on the page that
     answers. A form is known by its address and by its last button. */

  const called = (form) => `${form.action} ${all("[type=submit]", form).at(-1)?.textContent.replace(/\s+/g, " ").trim()}`;
  const stood = (field) => field.matches("select") ? (field.querySelector("[selected]") ?? field.options[0])?.value : field.defaultValue;
  const posts = () => all("main form").filter((form) => form.method === "post" && !form.querySelector("[type=password]"));
  const fields = (form) => parts(form, `${written}, select`).filter((field) => field.name);
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    const others = posts().filter((form) => form !== event.target && form.id !== "step-form").flatMap((form) => fields(form)
      .filter((field) => field.value !== stood(field)).map((field) => [called(form), field.name, field.value, field.selectedOptions?.[0]?.label]));
    if (others.length) sessionStorage.setItem(OTHERS, JSON.stringify(others));
  });
  function bringOthers() {
    const kept = sessionStorage.getItem(OTHERS);
    if (!kept) return;
    sessionStorage.removeItem(OTHERS);
    for (const [form, name, value, label] of JSON.parse(kept)) {
      const field = posts().filter((one) => called(one) === form).flatMap(fields).find((one) => one.name === name);
      if (!field || field.value !== stood(field)) continue;
      if (field.options && !all("option", field).some((one) => one.value === value)) field.add(new Option(label, value));
      field.value = value;
    }
  }
  const atDoor = location.pathname.startsWith("/accounts/");
  function askToLogIn() { // whoever comes back finds what was written
    for (const key of Object.keys(sessionStorage).filter((one) => /^writing .* form$/.test(one))) {
      sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(sessionStorage.getItem(key)), asked: true }));
    }
  }
  function bringBack() {
    const draft = JSON.parse(sessionStorage.getItem(MINE));
    sessionStorage.removeItem(MINE);
    if (!draft) return;
    const form = all("form").find((one) => one.action === draft.action && draft.texts.every(([name]) => one.elements[name]));
    if (!draft.asked || draft.page !== location.pathname || !form) return;
    for (const [name, value] of draft.texts) form.elements[name].value = value;
    for (const fold of all("details", document)) if (fold.contains(form)) fold.open = true;
    form.scrollIntoView({ block: "nearest" });
    const note = document.createElement("p");
    note.className = "message warning";
    note.append(document.createElement("span"));
    note.firstChild.textContent = "You had been logged out, so nothing was sent. Your text is back in the form: send it again.";
    document.getElementById("messages")?.append(note);
  }
  if (atDoor) askToLogIn();
  else {
    bringBack();
    bringOthers();
  }
})();
