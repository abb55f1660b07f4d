/*
 * The trackers of a sheet: a press marks one without loading the page, what was marked shows at once and waits until
 * it has arrived (marks.js), and what others mark shows by itself. Without scripts each box is a button of a form.
 */
(function () {
  "use strict";

  const part = document.getElementById("trackers");
  if (!part) return;
  const own = part.closest("section");
  let tag = part.dataset.tag; // of how things stand as they are shown
  let news = 0; // marks made here and answers to them: what is older shows nothing any more
  let behind = false; // whether something was marked since the last look
  let timer = null;
  let looking = false;
  let ended = false; // whether there is nothing to look at any more, or not for this person
  const { person, former, character, now: address } = part.dataset;
  const [fewest, most] = [Number(part.dataset.fewest), Number(part.dataset.most)];
  const PATIENCE = 20_000; // ms until an answer is not waited for any more
  const LOOKS = 1_500; // ms between two looks at how things stand: with the way there and back, less than two seconds
  const LEFT = 5_000; // ms after which a page sends what another page of this browser has kept
  const forms = () => Array.from(own.querySelectorAll("form.tracker"));
  const field = (form, name) => form.elements.namedItem(name);
  const signed = (change) => (change > 0 ? `+${change}` : `−${-change}`);

  /* Showing: what the site said last, and on top of it what waits here. */

  const within = (form, value) => Math.min(Math.max(value, 0), form.dataset.top === "" ? Infinity : Number(form.dataset.top));
  const waitsFor = (form) => queue.waiting.filter((mark) => mark.tracker === field(form, "tracker").value);
  const soon = (form) => waitsFor(form).reduce((value, mark) => within(form, value + mark.change), Number(form.dataset.value));

  function show(form) {
    const value = soon(form);
    const { label, top } = form.dataset;
    const words = top === "" ? `${value}` : `${value} of ${top}`;
    const boxes = form.querySelector(".boxes");
    const least = Math.max(fewest, Number(form.dataset.labelled));
    const count = Math.min(top === "" ? Math.max(least, value + 1) : Number(top), most);
    while (boxes.children.length > count) boxes.lastElementChild.remove();
    while (boxes.children.length < count && boxes.children.length) {
      const added = boxes.lastElementChild.cloneNode(true);
      added.querySelector("small")?.remove();
      boxes.append(added);
    }
    Array.from(boxes.children).forEach((box, place) => {
      const number = place + 1;
      box.id = `box-${field(form, "tracker").value}-${number}`;
      box.value = String((number === value ? number - 1 : number) - value);
      box.classList.toggle("filled", number <= value);
      box.setAttribute("aria-pressed", String(number <= value));
      box.querySelector(".sr").textContent = `${label} ${number}: now ${words}`;
    });
    form.querySelector(".num").textContent = words;
    for (const now of document.querySelectorAll(`#rolled [data-stands="${field(form, "tracker").value}"]`)) now.textContent = value;
    const stuck = (step) => value === (step.value.startsWith("-") ? 0 : Number(top || NaN));
    for (const step of form.querySelectorAll(":is(.row, .took) > [name=change]")) {
      step.disabled = false; // as without scripts: here it keeps the focus
      step.setAttribute("aria-disabled", String(stuck(step)));
    }
    const other = form.querySelector(".took > details");
    if (other) foldOther(form, other, stuck(other.querySelector("button")));
    form.toggleAttribute("data-waiting", waitsFor(form).length > 0);
  }

  /* What can't be struck any more takes no other number either. */
  function foldOther(form, other, none) {
    if (none && other.contains(document.activeElement)) form.querySelector(".row > [aria-disabled=false]")?.focus({ preventScroll: true });
    other.hidden = none;
    for (const part of [...other.querySelectorAll("input, button"), form.querySelector("[name=change][hidden]")]) part.disabled = none;
  }

  /* Telling: what a mark did, what waits and why. */

  const said = document.getElementById("marks-said");
  const kept = document.getElementById("marks-kept");
  const named = (mark) => (kindOf(mark) !== "mark" ? mark.label : `${mark.label} ${signed(mark.change)}`);
  const kindOf = (mark) => mark.kind ?? (mark.note ? "note" : mark.answers ? "roll" : "mark");
  const rolls = () => queue.waiting.filter((mark) => kindOf(mark) === "roll");
  const some = (count, word) => (count ? [`${count} ${word}${count === 1 ? "" : "s"}`] : []);
  const WHY = {
    away: "Can’t reach the site.",
    shut: "You may have been logged out, or you no longer have permission to play this character.",
  };
  const NEXT = {
    away: "will be sent when you reconnect",
    shut: "can be sent: log in again in another tab, then try again",
  };
  function reason(trouble) {
    const all = queue.waiting;
    const many = ["mark", "roll", "rest", "undo", "note"].flatMap((kind) => some(all.filter((mark) => kindOf(mark) === kind).length, kind)).join(" and ");
    const they = all.length === 1 ? "It is" : "They are";
    const saved = all.every((mark) => mark.key) ? "saved on this device" : "kept as long as you leave this page open";
    const marks = all.filter((mark) => kindOf(mark) === "mark").length;
    const before = marks ? ` Numbers and chances here don’t count ${marks > 1 ? "them" : "it"} yet.` : "";
    return `${why || WHY[trouble]} ${many} waiting: ${all.map(named).join(", ")}. ${they} ${saved} and ${NEXT[trouble]}.${before}`;
  }

  let sentences = []; // what went otherwise than was tapped, until the next tap
  const moved = new Set(); // trackers that others marked, too, before what was tapped here arrived
  function tell(words, heard = "") {
    if (words) sentences.push(words);
    const lines = [...sentences.map((text) => ["", text]), ["sr", heard]];
    said.replaceChildren(...lines.map(([className, textContent]) => Object.assign(document.createElement("span"), { className, textContent })));
  }
  function draw() {
    if (keptAt && queue.trouble === "shut" && queue.waiting.every((mark) => mark.key)) location.reload(); // to the log-in
    forms().forEach(show);
    const trouble = queue.trouble || (navigator.onLine ? "" : "away");
    kept.hidden = !(queue.waiting.length && trouble);
    const words = kept.hidden ? "" : reason(trouble);
    if (kept.firstElementChild.textContent !== words) kept.firstElementChild.textContent = words;
    kept.querySelector("[data-marks=drop]").hidden = trouble !== "shut";
    if (trouble && rolls().length) sayRolled(`${some(rolls().length, "roll")} waiting.`);
    offerUndo(trouble || keptAt);
    if (behind && !queue.waiting.length && !queue.sending) look();
  }
  /* The site undoes only the last entry, and that for ten minutes: what waits comes after it, and may come too late. */
  const enters = () => queue.waiting.some((mark) => kindOf(mark) !== "note");
  function offerUndo(away) {
    for (const form of log?.querySelectorAll("form[data-left]") ?? []) {
      const here = form.contains(document.activeElement);
      form.classList.toggle("withheld", Boolean(away) || (enters() && !here));
      if (away && here) document.getElementById("who").focus({ preventScroll: true });
    }
  }
  /* Beside the checks stands what was rolled last, and never an old roll as a new one. */
  const log = document.getElementById("log");
  const rolled = document.getElementById("rolled");
  function sayRolled(words) {
    if (!rolled || rolled.textContent === words) return;
    rolled.replaceChildren(...(words ? [Object.assign(document.createElement("p"), { textContent: words })] : []));
  }
  function told(mark, answer) {
    if (answer.kind === "refused") {
      const wasnt = { mark: "wasn’t saved", roll: "wasn’t rolled", undo: "wasn’t done", rest: "wasn’t saved", note: "weren’t saved" }[kindOf(mark)];
      tell(`${named(mark)} ${wasnt}. ${answer.says} ${elsewhere(mark)}`.trim());
      if (kindOf(mark) === "roll") sayRolled("");
    } else if (kindOf(mark) === "roll") {
      if (log || mark.here === "sheet") window.htmx.swap(document.body, answer.drawn, { swapStyle: "none" });
      else tell(`${mark.label} was rolled: the result is in the log of the play page.`);
    } else if (["undo", "rest"].includes(kindOf(mark))) {
      if (log) {
        window.htmx.swap(document.body, answer.drawn, { swapStyle: "none" });
        if (kindOf(mark) === "undo") sayRolled("");
      }
      tell(answer.says, `${mark.label}: done.`);
    } else if (kindOf(mark) === "mark") {
      if (learn(answer)) moved.add(mark.tracker);
      const other = elsewhere(mark);
      const beside = forms().find((form) => field(form, "tracker").value === mark.tracker)?.querySelector(".left-over");
      if (beside) beside.textContent = answer.says; // it says so itself
      const says = (beside ? "" : answer.says) || other;
      tell(says, says || answer.says ? "" : `${mark.label}: ${answer.stands}`);
    }
    behind = true;
    news += 1;
    document.dispatchEvent(new CustomEvent("mark:told", { detail: { mark, answer } }));
    window.keptPage?.note(tag);
  }
  /* Said once, when the last mark that was shown here has arrived: otherwise the number would move under the hand. */
  function elsewhere({ tracker, label }) {
    const form = forms().find((one) => field(one, "tracker").value === tracker);
    if (!form || waitsFor(form).length || !moved.delete(tracker)) return "";
    return `${label} is ${form.dataset.value}: it was also changed elsewhere.`;
  }
  /* What the answer to a mark says of its tracker, unless something newer is known. Whether it stands elsewhere than
     was shown. */
  function learn({ tracker, asked, stands, number }) {
    let other = false;
    for (const form of forms()) {
      const since = field(form, "since");
      if (Number(since.value) >= number) continue;
      since.value = number;
      if (field(form, "tracker").value !== tracker) continue;
      other = within(form, Number(form.dataset.value) + asked) !== stands;
      form.dataset.value = stands;
    }
    return other;
  }

  /* Sending. */

  let token = ""; // of a page that was loaded since, where somebody logged in anew
  let why = ""; // what the site said when it turned a mark away
  const tokenOf = (page) => page.querySelector("#trackers [name=csrfmiddlewaretoken]")?.value ?? "";

  async function asked(where, options) {
    return fetch(where, { redirect: "manual", credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE), ...options });
  }
  async function post(mark) {
    const { uid, tracker, change, since, answers } = mark;
    const body = new URLSearchParams(answers ?? { uid, tracker, change });
    if (answers !== undefined) body.set("deed", uid);
    for (const [name, value] of Object.entries({ since, person, csrfmiddlewaretoken: token || tokenOf(document) })) body.set(name, value);
    const answer = await asked(mark.address ?? forms()[0]?.action ?? address, { method: "POST", body, headers: { Accept: "application/json" } });
    const own = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
    return { status: answer.status, gone: answer.type === "opaqueredirect", told: own ? await answer.json() : null };
  }
  /* Whoever logs in again has a new token; the page that was open meanwhile has the old one. */
  async function renewed() {
    const answer = await asked(location.href, {});
    if (!answer.ok) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const same = page.getElementById("trackers")?.dataset.person === person;
    if (same) token = tokenOf(page);
    return same;
  }
  async function send(mark) {
    why = "";
    try {
      let answer = await post(mark);
      if (answer.status === 403 && await renewed()) answer = await post(mark);
      const { status, gone, told: words } = answer;
      if (status === 200 && words?.uid === mark.uid) return { kind: "done", ...words };
      if ((status === 409 || status === 422) && words) return { kind: "refused", ...words };
      if (gone || (status >= 400 && status < 500 && ![408, 425, 429].includes(status))) {
        why = words?.says ?? "";
        return { kind: "shut" };
      }
    } catch { /* The line is gone, or the answer took too long: nobody knows whether it arrived. */ }
    return { kind: "away" };
  }

  function storage() {
    try { return window.localStorage; } catch { return null; } // switched off
  }
  const store = new MarkStore(storage(), person, character);
  if (former) store.adopt(former); // marked as a guest, before signing up
  const queue = new MarkQueue({ store, send, told, changed: draw });
  window.playQueue = queue; // for notes.js

  /* Pressing. What counts is what the page showed when the hand went down. */

  /* Each press is a roll of its own, however fast they come: each waits for its turn. An undo names its entry. */
  function press(form, submitter, kind) {
    const body = new URLSearchParams(new FormData(form, submitter));
    const since = Number(body.get("since"));
    for (const name of ["csrfmiddlewaretoken", "deed", "since"]) body.delete(name);
    const answers = body.toString();
    if (!queue.waiting.length) sentences = [];
    queue.add({ uid: freshMark(), label: form.dataset.label, address: form.getAttribute("action"), answers, since, kind, here: body.get("at") ?? "play" });
  }

  /* What a roll costs is a mark like any other; its name is that of the roll, so that it is paid once, and with it what
     the site marks before it. */
  function pay(event, form) {
    event.preventDefault();
    const [uid, tracker] = ["uid", "tracker"].map((name) => field(form, name).value);
    news += 1;
    queue.add({ uid, tracker, label: form.dataset.label, change: Number(event.submitter.value), since: Number(field(form, "since").value) });
    const first = form.dataset.first && rolled.querySelector(`form:has([name=uid][value="${form.dataset.first}"]) [name=change]`);
    if (first) settled(first);
    settled(event.submitter).focus({ preventScroll: true });
  }
  function settled(button) {
    const paid = Object.assign(document.createElement("p"), { textContent: `${button.textContent.replace("Mark ", "")}: marked.`, tabIndex: -1 });
    button.closest("form").replaceWith(paid);
    return paid;
  }

  /* Stars are of the whole page, which is loaded anew with them. They don't wait; without a line they stay as ticked. */
  async function saveStars(form) {
    const said = document.getElementById("stars-said");
    said.textContent = "";
    try {
      const answer = await asked(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (answer.type === "opaqueredirect") location.reload();
      else form.submit(); // the site says itself why not
    } catch {
      said.textContent = "Can’t reach the site. Save your stars again when you reconnect.";
    }
  }

  /* By how much a button changes its tracker: so much, or by its sign what is typed beside it. */
  function asksFor(form, { value }) {
    if (Number(value)) return Number(value);
    const other = field(form, "other");
    const typed = Math.trunc(Number(other.value));
    other.value = "";
    other.closest("details").open = false;
    other.closest("details").firstElementChild.focus({ preventScroll: true });
    return typed > 0 ? Number(`${value}${Math.min(typed, Number(other.max))}`) : 0;
  }

  // What is opened to be typed in takes what is typed.
  document.addEventListener("toggle", ({ target }) => {
    if (target.open && target.matches(".took > details")) field(target.closest("form"), "other").focus();
  }, true);

  let down = null;
  document.addEventListener("pointerdown", (event) => {
    const box = event.target.closest?.(".tracker button.box");
    down = box && { box, change: Number(box.value) };
  }, true);
  document.addEventListener("keydown", () => { down = null; }, true);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("#checks form[method=post]:not(#star-checks), #spells form[method=post], #further form, #before") || (form.method === "post" && event.submitter?.matches(".rolls"))) {
      event.preventDefault();
      press(form, event.submitter);
      form.closest("dialog")?.close();
    }
    if (form.matches("#star-checks")) {
      event.preventDefault();
      saveStars(form);
    }
    const kind = form.closest("#log, #rests")?.id;
    if (kind) {
      event.preventDefault();
      if (kind === "rests" || !enters()) press(form, event.submitter, kind === "log" ? "undo" : "rest");
    }
    if (event.submitter && form.matches("#rolled form")) pay(event, form);
    if (!form.matches(".tracker") || !own.contains(form) || !event.submitter) return;
    event.preventDefault();
    const box = event.submitter;
    if (box.getAttribute("aria-disabled") === "true") return;
    const change = down?.box === box ? down.change : asksFor(form, box);
    down = null;
    news += 1;
    if (!queue.waiting.length) sentences = [];
    if (change) queue.add({ uid: freshMark(), tracker: field(form, "tracker").value, label: form.dataset.label, change, since: Number(field(form, "since").value) });
  }, true);
  /* What is settled before a roll comes up over the page, or on a desk beside the checks in a place kept for it;
     without a line a check is rolled as it stands. */
  const before = document.getElementById("before-roll");
  const onDesk = () => getComputedStyle(document.querySelector(".desk")).display !== "contents";
  let opener = null; // what asked for it, which has the focus again
  before?.addEventListener("htmx:afterSwap", () => {
    if (before.open) return;
    opener = document.activeElement;
    if (onDesk()) before.show();
    else before.showModal();
    before.querySelector("h2").focus();
  });
  before?.addEventListener("keydown", (event) => {
    if (before.matches(":modal")) return;
    if (event.key === "Escape") before.close();
    if (event.key === "Enter" && event.target.matches("h2")) before.querySelector(".primary")?.click();
  });
  /* Its odds follow what is typed; what is typed stays, and while the odds are of something else they are hidden. */
  before?.addEventListener("input", ({ target }) => {
    window.htmx.trigger(target.form, "htmx:abort");
    target.form.toggleAttribute("data-stale", true);
  });
  before?.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!before.open || !detail.shouldSwap || detail.target !== before) return;
    detail.shouldSwap = false;
    const ignoreActiveValue = document.activeElement.matches("input"); // of a title it would keep the words
    window.Idiomorph.morph(before, detail.serverResponse, { morphStyle: "innerHTML", ignoreActiveValue });
    window.htmx.process(before);
  });
  before?.addEventListener("close", () => { // or an answer still to come would open it again
    window.htmx.trigger(before.firstElementChild, "htmx:abort");
    before.replaceChildren();
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:sendError", (event) => {
    if (event.detail.target === before) tell("Can’t reach the site. Tap the chance to roll without changes.");
  });
  document.addEventListener("click", (event) => {
    const deed = event.target.closest?.("[data-marks]")?.dataset.marks;
    if (deed === "again") { ended = false; queue.pump(); }
    if (deed === "drop") {
      const words = queue.drop().map(named).join(", ");
      tell(`Discarded: ${words}.`);
      sayRolled("");
      moved.clear();
      behind = true;
      draw();
    }
  });

  /* A page that was kept on this device (keep.js) says of when it is, until the site is reached. */

  let keptAt = window.keptPage?.kept ?? "";
  const from = document.getElementById("kept-from");
  function current() {
    if (!keptAt) return;
    keptAt = "";
    from.hidden = true;
    draw();
  }
  async function showKept() {
    const { words, tag: last, at } = await window.keptPage.last();
    if (!keptAt) return;
    if (words) {
      tag = last;
      window.htmx.swap(document.body, words, { swapStyle: "none" });
      draw();
    }
    const time = new Date(at).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    from.textContent = `Can’t reach the site. Apart from what is waiting, this page is from ${time}.`;
    from.hidden = false;
  }

  /* Looking: how things stand, as long as the page is seen and the character is there. */

  async function look() {
    if (looking || ended || document.hidden) return;
    clearTimeout(timer);
    looking = true;
    behind = false;
    // While marks wait, nobody knows whether the site has them already: what it says could count them twice.
    if (!queue.waiting.length && queue.store.left(LEFT)) queue.pump();
    if (navigator.onLine && !queue.waiting.length) await see();
    looking = false;
    if (!ended) timer = setTimeout(look, behind ? 0 : LOOKS);
  }
  async function see() {
    const known = news;
    try {
      const answer = await asked(address, { headers: { "HX-Request": "true", "If-None-Match": tag } });
      ended = [401, 404].includes(answer.status) || answer.type === "opaqueredirect";
      if (ended && keptAt) return location.reload(); // to the log-in, or to what is there now
      if (answer.status === 304) current();
      if (ended) window.keptPage?.forget();
      if (ended) tell("This sheet has stopped updating: you may have been logged out, or the character was deleted. Reload the page.");
      const words = answer.status === 200 ? await answer.text() : "";
      behind = news !== known;
      if (!words || behind) return;
      tag = answer.headers.get("ETag");
      window.htmx.swap(document.body, words, { swapStyle: "none" });
      draw();
      window.keptPage?.note(tag);
      current();
    } catch { /* The line is gone: the next look will tell. */ }
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    ended = false;
    if (queue.waiting.length) queue.pump();
    look();
  });
  window.addEventListener("online", () => { queue.pump(); look(); });
  window.addEventListener("offline", draw);
  window.addEventListener("beforeunload", (event) => {
    if (queue.waiting.some((mark) => !mark.key)) event.preventDefault();
  });

  /* What can't be undone any more offers no undo: a log that nobody redraws would. */
  const drawn = new WeakMap(); // forms, with when they were seen first
  function expire() {
    for (const form of log?.querySelectorAll("form[data-left]") ?? []) {
      if (!drawn.has(form)) drawn.set(form, Date.now());
      if (Date.now() - drawn.get(form) < Number(form.dataset.left) * 1000) continue;
      if (form.contains(document.activeElement)) document.getElementById("who").focus();
      form.remove();
    }
  }
  expire();
  setInterval(expire, 1_000);

  draw();
  if (keptAt) showKept().catch(() => {});
  queue.pump();
  look();
})();
