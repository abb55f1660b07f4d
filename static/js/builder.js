/*
 * The builder asks the site for one thing at a time, goes on where the site says, and leaves no page before all is saved.
 */
(function () {
  "use strict";

  const { unsent } = window;

  /* One at a time: what a page of the builder asks waits until the answer before it is drawn. So no request
     overtakes another, and each says what the whole page says when it is sent, not when it was asked for. */

  let busy = null; // the request under way
  let asking = null; // the element that asked for it
  const queue = new Map(); // what waits: an element to the way of asking for it
  const untold = new Map(); // a text that somebody is writing to what it was when the page was sent last
  document.addEventListener("beforeinput", (event) => {
    if (event.target.matches?.("#choices .writing") && !untold.has(event.target)) untold.set(event.target, event.target.value);
  });
  document.addEventListener("input", (event) => { // not all that writes announces itself
    if (event.target.matches?.("#choices .writing") && !untold.has(event.target)) untold.set(event.target, null);
  });

  const inBuilder = (element) => element.closest("main.builder, #undo, #redo");
  document.addEventListener("htmx:confirm", (event) => {
    const { elt } = event.detail;
    if (!inBuilder(elt)) return;
    event.preventDefault();
    const back = elt.matches("#undo, #redo");
    if (back && unsent.waiting.size) unsent.resend();
    // Pressed again before its answer, a button that adds, removes or rolls would do so a second time.
    if (elt.matches("button") && (elt === asking || queue.has(elt))) return;
    // What was not taken would be drawn over: the browser asks first, as it does before a page is left.
    queue.set(elt, () => (back && (unsent.refused.size || document.querySelector("[data-unsaved]")) ? elt.submit() : event.detail.issueRequest(true)));
    next();
  });
  // What adds, removes, rolls or goes back does so once, however often it is sent until its answer is there.
  const deeds = new WeakMap(); // a button or form to the name of what it was pressed for
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, parameters } = event.detail;
    if (!elt.matches("#step-form button, #undo, #redo")) return;
    if (!deeds.has(elt)) deeds.set(elt, Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""));
    parameters.deed = deeds.get(elt);
  });
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) deeds.delete(event.detail.elt); });
  function next() {
    if (busy) return;
    for (const [asker, ask] of queue) {
      queue.delete(asker);
      ask();
      if (busy) return;
    }
    const go = onward;
    onward = null;
    if (go) go();
  }
  document.addEventListener("htmx:beforeSend", (event) => {
    if (!inBuilder(event.detail.elt)) return;
    busy = event.detail.xhr;
    asking = event.detail.elt;
    if (!asking.matches("#undo, #redo")) untold.clear();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr !== busy) return;
    busy = asking = null;
    setTimeout(next); // after htmx has let go of it
  });

  /* Going on: after a button that adds, removes, rolls or goes back the focus goes where the server says, and what was
     typed meanwhile is written there. Whoever went somewhere else in the meantime stays there, and what was typed before
     that is written all the same. */

  let ahead = ""; // typed after the button was pressed, before there was a field to type in
  let going = null; // what was pressed, until the focus has gone on from it
  const waits = (element) => element?.matches?.("button[hx-post]") && (element === asking || element === going || queue.has(element));
  document.addEventListener("keydown", (event) => {
    if (!waits(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length !== 1 && event.key !== "Backspace") return;
    event.preventDefault();
    ahead = event.key === "Backspace" ? ahead.slice(0, -1) : ahead + event.key;
  });
  // Where it goes is laid out first: a task of its own, so that neither this nor the drawing keeps the page from answering.
  document.addEventListener("goon", (event) => {
    going = event.detail.elt;
    setTimeout(goOn, 0, event.detail);
  });
  // What was taken of a catalogue stands far above it, so its button says so for a moment.
  function showDone(button) {
    const words = button?.matches?.(".choice > button[name=add]") && button.querySelector(".do");
    if (!words) return;
    words.dataset.done = "";
    setTimeout(() => delete words.dataset.done, 2500);
  }
  function goOn({ at, said, elt }) {
    const typed = ahead;
    going = null;
    ahead = "";
    const live = document.getElementById("said");
    if (live && said) live.textContent = said;
    if (said) showDone(elt);
    const goal = document.getElementById(at);
    if (!goal) return;
    const here = document.activeElement;
    if (!here || here === document.body || here === elt || here.disabled || here.matches("button[name=remove]")) {
      goal.focus({ preventScroll: true });
      if (!goal.closest(".top")) goal.scrollIntoView({ block: "nearest" }); // which is in sight wherever one scrolls
    }
    if (!typed || !goal.matches(".writing, input.num")) return;
    goal.value += typed;
    goal.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* Enter in a field keeps what stands there; without this it would send the form and load the page again. */

  document.addEventListener("keydown", (event) => {
    const line = event.target;
    if (event.key !== "Enter" || event.isComposing || !line.matches?.("#step-form input")) return;
    event.preventDefault();
    if (line.matches(".writing, .num")) line.dispatchEvent(new Event("change", { bubbles: true }));
  });

  /* Leaving waits too: a link or a button that loads another page comes after what is still to be saved. */

  let onward = null;
  const saving = () => busy !== null || queue.size > 0;
  unsent.unsaved = () => saving() || Array.from(untold).some(([line, text]) => line.isConnected && line.value !== text);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || !saving() || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    onward = () => location.assign(link.href);
  });
  document.addEventListener("submit", (event) => {
    if (!saving() || event.target.hasAttribute("hx-post")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { target: form, submitter } = event;
    onward = () => { if (form.isConnected) form.requestSubmit(submitter?.form === form && !submitter.disabled ? submitter : null); };
  }, true);
  // Sending the whole form is saving it, so nobody need be asked.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "step-form") return;
    if (navigator.onLine) unsent.sent = true;
    else { event.preventDefault(); unsent.offline(); }
  }, true); // before what takes it for sent
})();
