/*
 * Dramatis: small comforts on top of pages that already work without scripts.
 * No dependencies, nothing inline. One section a comfort; every listener sits on the document,
 * so fragments swapped in later need no setting up.
 */
(function () {
  "use strict";

  const root = document.documentElement;
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const inField = (element) => element.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])");
  root.classList.add("js");

  /* Copy: the address in a field of its own, said on the button for a moment. */

  for (const button of all("[data-copy]")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    // Without a safe connection a page may only copy what is selected.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value); else document.execCommand("copy");
    button.firstChild.textContent = "Copied";
    setTimeout(() => { button.firstChild.textContent = "Copy"; }, 2000);
  });

  /* Dots: a click on the checked dot takes it back; a digit sets the whole rating. */

  function choose(radio) {
    if (!radio || radio.checked || radio.disabled) return;
    radio.checked = true;
    radio.focus({ preventScroll: true });
    radio.dispatchEvent(new Event("input", { bubbles: true }));
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }

  const siblings = (radio) => all("input[type=radio]", radio.closest(".dots")).filter((other) => other.name === radio.name);
  const total = (radio) => Number(radio.dataset.total ?? radio.value);

  let pressed = null; // the radio that was already checked when the pointer went down on its dot
  document.addEventListener("pointerdown", (event) => {
    const radio = event.target.closest?.("fieldset.dots label.dot")?.querySelector("input[type=radio]");
    pressed = radio?.checked ? radio : null;
  });
  document.addEventListener("click", (event) => {
    const radio = event.target.closest?.("fieldset.dots label.dot")?.querySelector("input[type=radio]");
    if (!radio || radio !== pressed || event.target === radio) return;
    pressed = null;
    event.preventDefault();
    const lower = siblings(radio).filter((other) => total(other) < total(radio));
    choose(lower.sort((a, b) => total(b) - total(a))[0]);
  });
  document.addEventListener("keydown", (event) => {
    if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.target.matches?.("fieldset.dots input[type=radio]")) return;
    const wanted = siblings(event.target).find((radio) => total(radio) === Number(event.key));
    if (!wanted) return;
    event.preventDefault();
    choose(wanted);
  });

  /* Steppers: − and + beside a number change it by one, as the arrow keys do. */

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".stepper > [data-by]");
    if (!button) return; // a pale one may have come alive since: the bounds of the box decide
    const input = button.parentElement.querySelector("input");
    const before = input.value;
    // One left to the default starts there, if that is a number.
    const { usual } = button.parentElement.dataset;
    if (!before && usual && Number.isInteger(Number(usual))) input.value = usual;
    input.stepUp(Number(button.dataset.by));
    if (input.value === before) return;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  /* Saved: a time.saved with its datetime counts up by itself, unless something could not be saved. */

  const narrow = window.matchMedia("(max-width: 26rem)"); // no room for more than the word
  function ago(seconds) {
    if (seconds < 2 || narrow.matches) return "Saved";
    if (seconds < 60) return `Saved ${seconds} s ago`;
    if (seconds < 3600) return `Saved ${Math.floor(seconds / 60)} min ago`;
    return `Saved ${Math.floor(seconds / 3600)} h ago`;
  }
  function tick() {
    for (const element of all("time.saved")) {
      const seconds = Math.max(0, Math.round((Date.now() - Date.parse(element.dateTime)) / 1000));
      const text = waiting.size || refused.size ? "Not saved" : ago(seconds);
      if (!Number.isNaN(seconds) && element.textContent !== text) element.textContent = text;
    }
  }
  setInterval(tick, 1000);

  /* Times come in UTC and are read where the reader is; one that falls on another day there says so,
     and one of several days always does. */

  function localise(within) {
    for (const element of all("time[data-local]", within)) {
      const at = new Date(element.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      const elsewhere = at.getDate() !== at.getUTCDate() ? { weekday: "short" } : {};
      const day = element.dataset.local ? { day: "numeric", month: "short" } : elsewhere;
      element.textContent = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...day });
    }
  }
  localise(document);
  document.addEventListener("drawn", ({ target }) => localise(target));
  for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());

  /* Unsent: say so, keep what was changed, send it when the line is back or when asked to. */

  const waiting = new Set(); // changes that never arrived: element ids, or elements without one
  const refused = new Set(); // changes that arrived and were not taken
  const banner = () => document.getElementById("offline");
  const calm = banner()?.querySelector("span")?.textContent;

  function showBanner(sentence, again = false) {
    const element = banner();
    tick();
    if (!element) return;
    const words = element.querySelector("span");
    if (sentence && words.textContent !== sentence) words.textContent = sentence;
    element.querySelector("button").hidden = !again;
    element.hidden = !sentence;
  }
  const kept = "Your changes are still on this page";
  // What the site says of a request that it ended: the sentence by itself.
  function ended(xhr) {
    return xhr.status === 503 && (xhr.getResponseHeader("Content-Type") || "").startsWith("text/plain") && xhr.responseText;
  }
  function refusal(status, verb) {
    if (verb === "get" && status === 401) return "You have been logged out. This page may be out of date. Log in again in another tab, then reload this page.";
    if (verb === "get") return status === 404 ? "This no longer exists. Reload the page." : "Couldn’t load that. Try again in a moment.";
    if (status === 401 || status === 403) return `Couldn’t save: you may have been logged out. ${kept}. Log in again in another tab, then try again.`;
    if (status === 404) return `Couldn’t save: you may have been logged out, or you no longer have permission to edit this character. ${kept}. Log in again in another tab, then try again.`;
    if (status >= 500) return `Couldn’t save: something went wrong on our side. ${kept}. Try again in a moment.`;
    return `Couldn’t save (error ${status}). ${kept}. Try again.`;
  }
  const nameOf = (element) => element.id || element;

  for (const kind of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(kind, (event) => {
      if (event.detail.requestConfig?.verb === "get") return unanswered(event.detail);
      notRolled(event.detail, "Your roll waits. It is made once, when you’re back online.");
      waiting.add(nameOf(event.detail.elt));
      showBanner(calm, navigator.onLine);
    });
  }
  // What only asks is not kept: it says so, and no old roll stands there as the new one.
  let missed = null; // what was pressed for the question that got no answer
  function notRolled({ requestConfig }, told = "Not rolled.") {
    const rolled = document.getElementById("rolled");
    if (!rolled || !requestConfig?.formData?.has("throw")) return;
    const words = document.createElement("p");
    words.textContent = told;
    rolled.replaceChildren(words);
  }
  function unanswered(detail) {
    const { elt, requestConfig } = detail;
    missed = requestConfig.triggeringEvent?.submitter ?? (elt.matches("form, button, a") ? elt : null);
    notRolled(detail);
    showBanner(waiting.size ? calm : "Can’t reach the site. Your last request didn’t go through, and this page may be out of date.", missed !== null && navigator.onLine);
  }
  document.addEventListener("htmx:responseError", (event) => {
    const verb = event.detail.requestConfig?.verb;
    notRolled(event.detail);
    if (verb !== "get") refused.add(nameOf(event.detail.elt));
    showBanner(ended(event.detail.xhr) || refusal(event.detail.xhr.status, verb), verb !== "get");
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    const form = event.detail.elt.closest("form");
    for (const set of [waiting, refused]) {
      for (const name of Array.from(set)) {
        const element = typeof name === "string" ? document.getElementById(name) : name;
        // A field sends its whole form, so one that gets through brings its neighbours along, but presses no button.
        const along = form && element?.closest("form") === form && !element.matches("button");
        if (!element || element === event.detail.elt || along) set.delete(name);
      }
    }
    if (!waiting.size && !refused.size) showBanner("");
    missed = null;
  });
  // Whoever logs in again gets a new token: the forms of a page that was open meanwhile have the old one.
  async function renewTokens() {
    try {
      const answer = await fetch(location.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("input[name=csrfmiddlewaretoken]")?.value;
      if (fresh) for (const token of all("input[name=csrfmiddlewaretoken]")) token.value = fresh;
    } catch { /* The line is gone; what is sent next says so. */ }
  }
  function press(element) {
    const kind = element.matches("form") ? "submit" : element.matches("button, a") ? "click" : "change";
    if (kind === "submit" && !(element.getAttribute("hx-trigger") || "").includes("change")) element.requestSubmit();
    else element.dispatchEvent(new MouseEvent(kind === "submit" ? "change" : kind, { bubbles: true, cancelable: true }));
  }
  async function resend() {
    const again = [...waiting, ...refused];
    const turnedAway = refused.size > 0;
    if (!again.length) showBanner(navigator.onLine ? "" : calm);
    waiting.clear();
    refused.clear();
    if (turnedAway) await renewTokens();
    for (const name of again) {
      const element = typeof name === "string" ? document.getElementById(name) : name;
      if (element?.isConnected) press(element);
    }
  }
  function askAgain() {
    const again = missed;
    missed = null;
    resend();
    if (again?.isConnected) press(again);
  }
  window.addEventListener("offline", () => showBanner(calm));
  window.addEventListener("online", resend);
  document.addEventListener("click", (event) => { if (event.target.closest?.("#offline button")) askAgain(); });
  setInterval(() => { if (waiting.size && navigator.onLine) resend(); }, 5000);
  window.addEventListener("beforeunload", (event) => {
    const writing = Array.from(untold).some(([line, text]) => line.isConnected && line.value !== text);
    const unsaved = writing || waiting.size || refused.size || saving() || document.querySelector("[data-unsaved]");
    if (unsaved && !leaving) event.preventDefault();
  });
  // Sending the whole form is saving it, so nobody need be asked.
  let leaving = false;
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "step-form") return;
    if (navigator.onLine) leaving = true;
    else { event.preventDefault(); showBanner(calm); }
  });

  /* Once: a second click while the answer is on its way would do the same deed again. */

  const PATIENCE = 10_000; // ms after which a form that led nowhere may be sent again
  const sentOnce = new Map();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (Date.now() - (sentOnce.get(form) ?? -PATIENCE) < PATIENCE) event.preventDefault();
    else sentOnce.set(form, Date.now());
  });
  window.addEventListener("pageshow", () => sentOnce.clear());

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
  const newer = new Set(); // the elements of fields that a person changed since it was sent

  const inBuilder = (element) => element.closest("main.builder, #undo, #redo");
  document.addEventListener("htmx:confirm", (event) => {
    const { elt } = event.detail;
    if (!inBuilder(elt)) return;
    event.preventDefault();
    const back = elt.matches("#undo, #redo");
    if (back && waiting.size) resend();
    // Pressed again before its answer, a button that adds, removes or rolls would do so a second time.
    if (elt.matches("button") && (elt === asking || queue.has(elt))) return;
    // What was not taken would be drawn over: the browser asks first, as it does before a page is left.
    queue.set(elt, () => (back && (refused.size || document.querySelector("[data-unsaved]")) ? elt.submit() : event.detail.issueRequest(true)));
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
    newer.clear();
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

  /* Drawing: an answer changes what differs and leaves the rest of the page, so that a click half made, the focus
     and open lines survive it. What a person changed after the request was sent is newer than its answer. */

  const BOX = "#step-form .field, #step-form .rating";
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      const changed = event.target.closest?.(BOX);
      if (changed) newer.add(changed);
    }, true);
  }
  const controls = (within) => all("input[name]:not([form]), select[name], textarea[name]", within);
  function keepNewer(fresh) {
    for (const box of newer) {
      for (const mine of controls(box)) {
        const twin = controls(fresh).find((other) => other.name === mine.name && other.type === mine.type && (!mine.id || other.id === mine.id));
        if (!twin || mine.type === "hidden") continue;
        if (mine.matches("[type=radio], [type=checkbox]")) {
          twin.toggleAttribute("checked", mine.checked);
          twin.checked = mine.checked;
        } else if (mine.matches("select")) {
          for (const option of twin.options) option.toggleAttribute("selected", option.value === mine.value);
        } else if (mine.matches("input")) twin.setAttribute("value", mine.value);
        else twin.value = mine.value;
      }
    }
  }
  // What stays is compared as a whole: to look into each of its elements takes far longer.
  const chosen = (select) => Array.from(select.options).find((option) => option.defaultSelected) ?? select.options[0];
  const asDrawn = (control) => (control.options ? control.selectedOptions[0] === chosen(control)
    : control.checked === control.defaultChecked && control.value === control.defaultValue);
  const remains = (card, fresh) => card.isEqualNode(fresh)
    && all("input, select, textarea", card).every((control) => asDrawn(control) || control.form?.id === "compare");
  const OWN = "[data-filter], [data-filter-count], .took"; // what the page itself writes there
  const leaves = {
    beforeNodeMorphed: (old, fresh) => !(old.matches?.(OWN) || old.firstElementChild && remains(old, fresh)),
    // Whether it is folded or filtered away is the page's own business.
    beforeAttributeUpdated: (name, old) => !(name === "open" && old.matches("details")) && !(name === "hidden" && old.closest(".chooser")) && !(name === "class" && old.matches(".choice"))
      && !(name === "aria-pressed" && old.matches("[data-chip]")) && !(name === "checked" && old.matches(".try input")),
  };
  // Only what is new is looked through for what it asks.
  const ASKS = "[hx-get], [hx-post], form, [form]";
  function listen(added) {
    for (const one of added) if (one.isConnected && (one.matches(ASKS) || one.querySelector(ASKS))) window.htmx.process(one);
  }
  function morph(old, fresh, how) {
    const added = new Set();
    const callbacks = {
      ...leaves,
      afterNodeAdded: (one) => { if (one.nodeType === Node.ELEMENT_NODE) added.add(one); },
      beforeAttributeUpdated: (name, one) => {
        if (name.startsWith("hx-") || name === "form") added.add(one);
        return leaves.beforeAttributeUpdated(name, one);
      },
    };
    window.Idiomorph.morph(old, fresh, { ...how, callbacks });
    listen(added);
  }
  // Only what is another is touched, each part known by the first id in it. What goes from one parent to another, or would
  // lose the focus on its way, is left to Idiomorph: to find out where everything went takes far longer.
  const CONTROL = "input, select, textarea";
  const isElement = (one) => one.nodeType === Node.ELEMENT_NODE;
  const isBlank = (one) => one?.nodeType === Node.TEXT_NODE && !one.data.trim();
  const idsIn = (nodes) => nodes.filter(isElement).flatMap((one) => [one, ...all("[id]", one)]).map(({ id }) => id).filter(Boolean);
  function partsOf(whole) {
    const parts = new Map();
    for (const one of whole.childNodes) {
      if (isBlank(one)) continue;
      const name = `${one.nodeName} ${isElement(one) ? one.id || one.querySelector("[id]")?.id : ""}`;
      let count = 0;
      while (parts.has(`${name} ${count}`)) count += 1;
      parts.set(`${name} ${count}`, one);
    }
    return parts;
  }
  function compare(old, fresh, found) {
    const [mine, theirs] = [partsOf(old), partsOf(fresh)];
    const stay = Array.from(mine.keys()).filter((name) => theirs.has(name));
    let last = null;
    for (const [name, one] of theirs) {
      const twin = mine.get(name);
      if (!twin || stay[0] !== name) {
        if (twin?.contains(document.activeElement)) found.lost = true;
        if (twin) stay.splice(stay.indexOf(name), 1);
        found.placed.push([twin ?? one, last, old]);
      } else stay.shift();
      if (twin) compareOne(twin, one, found); else found.come.push(one);
      last = twin ?? one;
    }
    for (const [name, one] of mine) if (!theirs.has(name)) found.gone.push(one);
  }
  function compareOne(old, fresh, found) {
    if (!isElement(old)) { if (old.data !== fresh.data) found.written.push([old, fresh.data]); return; }
    const control = old.matches(CONTROL);
    if (old.matches(OWN) || remains(old, fresh) && (!control || asDrawn(old))) return;
    if (control) found.controls.push([old, fresh]);
    if (control && !old.matches("input")) return;
    for (const { name } of [...fresh.attributes, ...old.attributes]) {
      const value = fresh.getAttribute(name);
      if (old.getAttribute(name) !== value && leaves.beforeAttributeUpdated(name, old)) found.told.push([old, name, value]);
    }
    compare(old, fresh, found);
  }
  function drawInside(target, part) {
    const found = { lost: false, placed: [], come: [], gone: [], written: [], controls: [], told: [] };
    compare(target, part, found);
    const coming = found.gone.length ? new Set(idsIn(found.come)) : new Set();
    if (found.lost || idsIn(found.gone).some((id) => coming.has(id))) return morph(target, part.childNodes, { morphStyle: "innerHTML" });
    for (const [one, name, value] of found.told) if (value === null) one.removeAttribute(name); else one.setAttribute(name, value);
    for (const [one, words] of found.written) one.data = words;
    for (const [one, fresh] of found.controls) {
      if (!one.matches("input")) morph(one, fresh);
      else if (one.value !== fresh.value) one.value = fresh.value;
      if (one.form?.id !== "compare" && one.checked !== fresh.checked) one.checked = fresh.checked;
    }
    for (const [one, last, whole] of found.placed) {
      const parts = isBlank(one.previousSibling) ? [one.previousSibling, one] : [one];
      if (last) last.after(...parts); else whole.prepend(...parts);
    }
    for (const one of found.gone) one.remove();
    listen([...found.come.filter(isElement), ...found.told.filter(([, name]) => name.startsWith("hx-") || name === "form").map(([one]) => one)]);
  }
  // What had the focus is gone, as a button that mends something is when it is mended: go on from the title above it.
  function refocus(target, field) {
    const control = field && document.getElementById(field)?.querySelector("select, input, textarea, button");
    if (control) return control.focus({ preventScroll: true });
    const title = target.querySelector("h1, h2, h3") ?? target.closest("section")?.querySelector("h2");
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }
  // How much there is room for, said in the note, stands at each dot beyond it: what is told of the whole rating has each
  // of its dots styled anew.
  function showRoom(rating) {
    const room = rating.querySelector("[data-room]")?.dataset.room;
    for (const dot of all("label.dot.empty", rating)) dot.classList.toggle("beyond", Number(dot.dataset.buys) > Number(room ?? NaN));
    if (!rating.matches(".stepped")) return;
    if (room === undefined) delete rating.dataset.room;
    else if (rating.dataset.room !== room) rating.dataset.room = room;
  }
  // What may be half pressed, or waits for an answer itself: an answer of who is not on the page any more is drawn nowhere.
  const PRESSED = "a, button, input:not([type=hidden]), select, textarea, summary, [tabindex], [hx-get], [hx-post]";
  function draw(target, part) {
    keepNewer(part);
    const within = target.contains(document.activeElement);
    const field = document.activeElement?.closest(".field")?.id;
    const told = target.id === "conflict" && target.textContent;
    if (!within && !target.matches("[aria-live], [role]") && !target.querySelector(PRESSED)) {
      target.replaceChildren(...part.childNodes); // words and nothing else
      listen(target.children);
    } else drawInside(target, part);
    if (within && !target.contains(document.activeElement)) refocus(target, field);
    // It stands above the form, and whoever changed a field far below would not see why nothing was kept.
    if (target.id === "conflict" && target.childElementCount && target.textContent !== told) target.scrollIntoView({ block: "nearest" });
    localise(target);
    if (target.matches(".rating, .rating > .note")) showRoom(target.closest(".rating"));
    all("[data-filter]", target).forEach((input) => { if (input.value || chipOf(input)) filter(input); });
    const chip = target.id === "fields" && document.querySelector("[data-narrows] > [aria-current]");
    if (chip) narrowDown(chip);
    if (target.matches("#figures, #figures dl > div")) showMoves(target);
  }
  // What one took of a catalogue, or where one is by now, stays where it is, however much grows or folds above it. Measured
  // anew when the page is laid out anyway, before anybody sees it: here it would be laid out for this alone.
  let held = false;
  function hold(hand) {
    if (!hand || held) return;
    held = true;
    const stood = hand.getBoundingClientRect().top;
    requestAnimationFrame(() => {
      held = false;
      const stays = hand.isConnected && (hand.matches("button") || hand === document.activeElement); // not gone on meanwhile
      if (stays) window.scrollBy({ top: hand.getBoundingClientRect().top - stood, behavior: "instant" });
    });
  }
  // All of an answer at once: htmx would send an event up the whole page for each part, and look for extensions on its way.
  const DRAWN = "main.builder, #status, #roster, #panel, #trackers, #now, #conditions, #vitals, #checks-now, #spells-now, #log, #coming, .house";
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event;
    if (!detail.shouldSwap || !detail.serverResponse.includes("hx-swap-oob")) return;
    hold(detail.requestConfig?.elt.closest(".choice > button") ?? document.activeElement?.closest(".choice input"));
    const answer = document.createElement("template");
    answer.innerHTML = detail.serverResponse;
    for (const part of Array.from(answer.content.children)) {
      const target = document.getElementById(part.getAttribute("hx-swap-oob")?.replace("innerHTML:#", "") ?? "");
      if (!target?.closest(DRAWN)) continue;
      part.remove();
      draw(target, part);
    }
    detail.serverResponse = answer.innerHTML;
    tick();
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => { // what a script hands to htmx to be drawn
    const { detail } = event;
    if (!detail.target.closest(DRAWN)) return;
    detail.shouldSwap = false;
    draw(detail.target, detail.fragment);
    tick();
  });

  /* Moved: a figure of the rail that changed since the page was opened says from what. */

  const before = new Map();
  function showMoves(within) {
    for (const cell of all("#figures dd").filter((one) => within.contains(one))) {
      const name = cell.parentElement.querySelector("dt").textContent;
      const now = cell.textContent.trim();
      if (!before.has(name)) before.set(name, now);
      else if (before.get(name) !== now) {
        const words = document.createElement("span");
        words.className = "moved";
        words.innerHTML = "<span aria-hidden='true'> → </span><span class='sr'> to </span>";
        words.prepend(before.get(name));
        words.append(now);
        cell.replaceChildren(words);
      }
    }
  }

  /* Filter: <input data-filter="list-id"> hides the items of that list that lack the typed words.
     Chosen items stay. An element with data-filter-count="list-id" says how many are left. */

  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  function filter(input) {
    const list = document.getElementById(input.dataset.filter);
    if (!list) return;
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const items = all("[data-item], .choice", list).filter((item) => !item.closest(".follow"));
    const chip = chipOf(input);
    const found = new Map(items.map((item) => [item, words.every((word) => plain(item.textContent).includes(word))]));
    let shown = 0;
    for (const item of items) {
      const kept = item.querySelector("input:checked") || found.get(item) && isOf(item, chip);
      item.hidden = !kept;
      if (kept) shown += 1;
    }
    unfold(list, words.length > 0 || chip !== "");
    for (const button of all("[data-chip]", list)) {
      const many = items.filter((item) => found.get(item) && isOf(item, button.dataset.chip)).length;
      button.querySelector(".count").textContent = many;
      button.classList.toggle("none", !many);
    }
    for (const count of all(`[data-filter-count="${CSS.escape(list.id)}"]`)) {
      count.textContent = shown ? `${shown} of ${items.length}` : "Nothing matches";
      count.classList.toggle("none", !shown);
    }
  }
  document.addEventListener("input", (event) => { if (event.target.matches?.("[data-filter]")) filter(event.target); });

  /* Chips beside the search box: one is pressed, and says of which kind the items are that stay. */

  const chipOf = (input) => input.parentElement.querySelector("[data-chip][aria-pressed=true]")?.dataset.chip ?? "";
  const isOf = (item, chip) => !chip || (item.dataset.in ?? "").split(" ").includes(chip);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-chip]");
    if (!button) return;
    const narrows = button.parentElement.dataset.narrows;
    if (!narrows) {
      for (const chip of all("[data-chip]", button.parentElement)) chip.setAttribute("aria-pressed", chip === button);
      return filter(button.closest(".filter").querySelector("[data-filter]"));
    }
    event.preventDefault(); // without scripts it is a link
    for (const chip of all("[data-chip]", button.parentElement)) chip.toggleAttribute("aria-current", chip === button);
    narrowDown(button);
  });

  /* What a chip leaves of a step: a rating says in its note of which kinds it is. One that changes stays where it is. */
  function narrowDown(chip) {
    const step = document.getElementById(chip.parentElement.dataset.narrows);
    for (const rating of all(".rating", step)) rating.hidden = !isOf(rating.querySelector("[data-in]") ?? rating, chip.dataset.chip);
    for (const group of all("section.group", step)) group.hidden = !group.querySelector(".rating:not([hidden])");
  }

  /* What is out of reach is found all the same: its fold opens for it, and goes where nothing of it is left. */
  function unfold(list, narrowed) {
    for (const fold of all("details.fold", list)) {
      fold.hidden = !fold.querySelector(".choice:not([hidden])");
      if (narrowed) fold.open = true;
    }
  }

  /* A list that goes once something is chosen: arrow keys only look around in it, Space chooses. */

  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || !event.target.matches?.(".chooser.once input[type=radio]")) return;
    event.preventDefault();
    const radios = all("input[type=radio]", event.target.closest("fieldset")).filter((radio) => radio.name === event.target.name && radio.checkVisibility());
    radios.at((radios.indexOf(event.target) + step) % radios.length).focus();
  });

  /* Keys: "/" goes to the search box, Escape closes what is open. */

  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !inField(event.target) && !event.ctrlKey && !event.metaKey) {
      const box = document.querySelector("[data-filter], input[type=search]");
      if (box) { event.preventDefault(); box.focus(); box.select(); }
    }
    if (event.key === "Escape") {
      for (const open of all("details.menu[open], details.lines[open], details.rail[open]")) {
        if (open.matches(".rail") && column.matches) continue;
        open.open = false;
        if (open.contains(event.target)) open.querySelector("summary")?.focus();
      }
    }
  });
  document.addEventListener("click", (event) => {
    for (const open of all("details.menu[open]")) if (!open.contains(event.target)) open.open = false;
  });

  /* Dialogs: <button data-dialog="id"> opens <dialog id>. Without scripts the button's link or form is followed. */

  document.addEventListener("click", (event) => {
    const opener = event.target.closest?.("[data-dialog]");
    const dialog = opener && document.getElementById(opener.dataset.dialog);
    if (dialog?.showModal) { event.preventDefault(); dialog.showModal(); }
    if (event.target.closest?.("[data-close]")) event.target.closest("dialog")?.close();
  });

  /* The right rail is a column in large windows and a bar that opens in small ones. */

  const column = window.matchMedia("(min-width: 52rem) and (min-height: 36rem)");
  const fitRail = () => {
    if (CSS.supports("selector(::details-content)")) return;
    for (const rail of all("details.rail")) rail.open = column.matches;
  };
  column.addEventListener("change", fitRail);

  /* How tall what stays in sight is, for what stands below it and for where a focused field scrolls to. */

  const stays = document.querySelector(".rail") ? { "--banner": "#offline", "--top": ".top", "--bar": ".rail > summary" }
    : document.querySelector(".jump") ? { "--banner": "#offline" } : {};
  function measure() {
    const tall = Object.entries(stays).map(([name, selector]) => [name, `${document.querySelector(selector).offsetHeight}px`]);
    // Every element inherits these, so each that is set has the whole page styled anew.
    for (const [name, height] of tall) if (root.style.getPropertyValue(name) !== height) root.style.setProperty(name, height);
  }
  const watcher = new ResizeObserver(measure);
  const watch = () => { for (const selector of Object.values(stays)) watcher.observe(document.querySelector(selector)); };

  function settle() {
    tick();
    watch();
    showMoves(document);
    fitRail();
    for (const chosen of all(".choice:has(> label > :checked)")) chosen.classList.add("first");
    all("[data-filter]").forEach((input) => { if (input.value) filter(input); });
    const strip = document.querySelector(".steps ol");
    const here = strip?.querySelector("[aria-current]");
    if (here && strip.scrollWidth > strip.clientWidth) strip.scrollLeft += here.getBoundingClientRect().left - strip.getBoundingClientRect().left - 40;
  }
  document.addEventListener("htmx:load", tick);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", settle); else settle();
  if (!navigator.onLine) showBanner(calm);
})();
