/*
 * Session notes save themselves: what was written waits with the marks and rolls (marks.js) until the site has it. A text
 * says of which it was made, so that the site keeps both where another page saved one in between.
 */
(function () {
  "use strict";

  const form = document.getElementById("session-notes");
  const queue = window.playQueue;
  if (!form || !queue) return;
  const PAUSE = 1_000; // ms without a key after which a text is saved
  const { text: field, before } = form.elements;
  const status = document.getElementById("notes-said");
  const waiting = () => queue.waiting.filter((one) => one.note);
  const part = (note, name) => new URLSearchParams(note.answers).get(name);
  const same = (one, other) => one.trim() === other.trim();
  const latest = () => (waiting().length ? part(waiting().at(-1), "text") : before.value);
  let timer = null;
  let refused = false;

  function save() {
    clearTimeout(timer);
    const text = field.value;
    let from = latest();
    if (same(text, from)) return;
    // The first that waits may be with the site already; one behind it is written anew.
    const behind = waiting().find((note) => note.uid !== queue.waiting[0].uid);
    if (behind) {
      from = part(behind, "before");
      queue.forget(behind);
    }
    const answers = new URLSearchParams({ text, before: from }).toString();
    queue.add({ uid: freshMark(), label: "Session notes", note: true, address: form.getAttribute("action"), answers, since: 0 });
  }
  document.addEventListener("mark:told", ({ detail: { mark, answer } }) => {
    if (!mark.note) return;
    refused = answer.kind === "refused";
    status.textContent = refused ? `Not saved. ${answer.says}` : "Saved";
    if (refused) return;
    const sent = part(mark, "text");
    const untouched = !waiting().length && same(field.value, sent);
    field.defaultValue = answer.text;
    if (untouched && !same(field.value, answer.text)) field.value = answer.text;
    before.value = untouched || same(sent, answer.text) ? answer.text : sent;
  });
  form.addEventListener("input", () => {
    status.textContent = "";
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
  });
  form.addEventListener("change", save);
  form.addEventListener("submit", (event) => { event.preventDefault(); save(); });
  window.addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", () => { if (document.hidden) save(); });
  window.addEventListener("beforeunload", (event) => { if (refused) event.preventDefault(); });
  if (waiting().length) field.value = latest();
})();
