/*
 * Fight cards: a press on − or + steps a tracker without loading the page, and a press on a number rolls it. Both wait in
 * the queue of marks.js until the site has said what they did; quick presses on one tracker become one step.
 */
(function () {
  "use strict";

  const part = document.getElementById("fighters");
  if (!part) return;
  const GATHERS = 500; // ms in which presses on one tracker become one step
  const PATIENCE = 20_000; // ms until an answer is not waited for any more
  const LATER = [408, 425, 429]; // answers after which the same is sent again
  const STARTLES = 800; // ms in which nobody has seen yet that the turn is another's
  const WAYS = "button[form=fight]:is([value^='next:'], [value^='back:'], [value^='round:'])";
  const said = document.getElementById("fight-said");
  const { person, campaign } = part.dataset;
  const signed = (change) => (change > 0 ? `+${change}` : `−${-change}`);
  const named = (mark) => `${mark.answers ? mark.label : `${mark.label} ${signed(mark.change)}`}${mark.who ? ` (${mark.who})` : ""}`;
  const field = (form, name) => form.elements.namedItem(name).value;
  const whose = (form) => form.closest("article").getAttribute("aria-label");
  const steps = () => Array.from(part.querySelectorAll("[data-step]")); // the form of one tracker, or a part of that of several
  const formOf = (box) => box.closest("form");
  const changeOf = (button) => button.value.split(":").at(-1); // a button of several names its tracker before
  const gathered = new Map(); // by address and tracker: a step that may still grow
  const keyOf = (box) => `${formOf(box).getAttribute("action")} ${box.dataset.tracker}`;
  const waitsFor = (box) => [...queue.waiting, ...gathered.values()].filter((mark) => mark.tracker && mark.of === keyOf(box));
  const within = (box, value) => Math.min(Math.max(value, 0), Number(box.dataset.top));
  const soon = (box) => waitsFor(box).reduce((value, mark) => within(box, value + mark.change), Number(box.dataset.value));

  function show(box) {
    const value = soon(box), number = box.querySelector("output");
    if (number) number.textContent = value;
    box.toggleAttribute("data-waiting", waitsFor(box).length > 0);
    for (const one of box.elements ?? box.querySelectorAll("button")) {
      if (one.name !== "change") continue;
      if (one.hasAttribute("aria-pressed")) {
        one.setAttribute("aria-pressed", String(value > 0));
        one.value = `${box.dataset.tracker}:${value ? -1 : 1}`;
        continue;
      }
      const none = value === (changeOf(one).startsWith("-") ? 0 : Number(box.dataset.top));
      if (one.hidden) one.disabled = none;
      else one.setAttribute("aria-disabled", String(none));
    }
  }
  let heard = ""; // what the site said since somebody pressed last
  function draw() {
    steps().forEach(show);
    const waiting = queue.waiting.map(named).join(", ");
    said.textContent = {
      away: `Can’t reach the site. Waiting: ${waiting}. It will be sent when you reconnect.`,
      shut: `You may have been logged out. Waiting: ${waiting}. Reload the page.`,
    }[queue.trouble] ?? heard;
  }
  /* What is folded out on a card stays so, and the focus stays on the same button of it. */
  function swap(drawn) {
    const open = Array.from(part.querySelectorAll(".more[open]"), (fold) => fold.id), on = document.activeElement;
    const card = on?.closest("article")?.id, pressable = () => Array.from(document.getElementById(card).querySelectorAll("button, summary, a, input"));
    const place = card ? pressable().indexOf(on) : -1;
    window.htmx.swap(document.body, drawn, { swapStyle: "none" });
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (place >= 0 && !on.isConnected) pressable()[place]?.focus({ preventScroll: true });
    part.dispatchEvent(new Event("drawn", { bubbles: true }));
  }
  /* The card as the site has it now; what waits here is shown on top of it, and the focus stays where it was. */
  function told(mark, answer) {
    if (answer.says && !heard.includes(answer.says)) heard = `${heard} ${answer.says}`.trim();
    if (answer.kind === "done") swap(answer.drawn);
  }
  async function send(mark) {
    const { uid, tracker, change, since, answers, address } = mark;
    const body = new URLSearchParams(answers ?? { uid, tracker, change });
    if (answers) body.set("deed", uid);
    const csrfmiddlewaretoken = part.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    for (const [name, value] of Object.entries({ since, person, csrfmiddlewaretoken })) body.set(name, value);
    try {
      const sent = { method: "POST", body, redirect: "manual", credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) };
      const answer = await fetch(address, { ...sent, headers: { Accept: "application/json" } });
      const own = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
      const words = own ? await answer.json() : null;
      if (answer.status === 200 && words?.uid === uid) return { kind: "done", ...words };
      if (answer.status === 422 && words) return { kind: "refused", ...words };
      if (answer.type === "opaqueredirect" || [401, 403].includes(answer.status)) return { kind: "shut" };
      if ([404, 410].includes(answer.status)) return { kind: "refused", says: `${mark.who ?? "Whoever this was for"} was removed.` };
      if (answer.status >= 400 && answer.status < 500 && !LATER.includes(answer.status)) return { kind: "refused", says: `Not saved: ${named(mark)}.` };
    } catch { /* The line is gone: nobody knows whether it arrived. */ }
    return { kind: "away" };
  }
  function storage() {
    try { return window.localStorage; } catch { return null; } // switched off
  }
  const queue = new MarkQueue({ store: new MarkStore(storage(), person, `fights-${campaign}`), send, told, changed: draw });

  function settle(key) {
    const mark = gathered.get(key);
    gathered.delete(key);
    if (mark?.change) queue.add(mark);
    else draw();
  }
  function step(box, change) {
    const form = formOf(box), of = keyOf(box);
    const mark = gathered.get(of);
    const value = soon(box);
    const more = within(box, value + change) - value;
    if (!more) return;
    if (mark) mark.change += more;
    else {
      gathered.set(of, { uid: freshMark(), of, who: whose(form), tracker: box.dataset.tracker, label: box.dataset.step, change: more, since: Number(field(form, "since")), address: form.getAttribute("action") });
      setTimeout(settle, GATHERS, of);
    }
    show(box);
  }
  /* The number that was typed beside "Other", which is taken from there. */
  function typedHit(form, sign) {
    const other = form.elements.namedItem("other");
    const change = Number(sign + (other.value || 0));
    other.value = "";
    other.closest("details").open = false;
    return change;
  }
  document.addEventListener("submit", (event) => {
    const form = event.target, pressed = event.submitter;
    if (!part.contains(form) || !pressed) return;
    const box = pressed.closest("[data-step]") ?? form;
    if (box.matches("[data-step]")) {
      event.preventDefault();
      heard = said.textContent = "";
      step(box, Number(changeOf(pressed)) || typedHit(form, pressed.value));
    } else if (form.matches("[data-roll], [data-undo]")) {
      event.preventDefault();
      heard = said.textContent = "";
      for (const key of gathered.keys()) settle(key);
      const body = new URLSearchParams(new FormData(form, pressed));
      const since = Number(body.get("since"));
      for (const name of ["csrfmiddlewaretoken", "deed", "since"]) body.delete(name);
      queue.add({ uid: freshMark(), who: whose(form), label: form.dataset.roll ?? "Undo", answers: body.toString(), since, address: form.getAttribute("action") });
    }
  }, true);
  /* A part of Prep as the site has it now. What was typed, ticked or folded here stays, and so does the focus; only the
     card of whoever acts opens, and that of whoever did closes. */
  /* What a refusal said of a number stays as long as that number does. */
  function keepWords(now, fresh) {
    const [old, line] = [now, fresh].map((number) => number.closest(".turn-row"));
    for (const name of ["aria-invalid", "aria-describedby"]) if (now.hasAttribute(name)) fresh.setAttribute(name, now.getAttribute(name));
    line.querySelector("div").append(...Array.from(old.querySelectorAll(".errors, .theirs"), (words) => words.cloneNode(true)));
  }
  const numberWas = (number) => document.getElementById(`was-${number.id}`);
  function keep(now, fresh) {
    if (now.matches("details")) {
      if (Boolean(now.closest(".acts")) === Boolean(fresh.closest(".acts"))) fresh.open = now.open;
    } else if (now.type === "checkbox") fresh.toggleAttribute("checked", now.checked);
    else if (numberWas(now) && now.value !== numberWas(now).value) {
      fresh.setAttribute("value", now.value);
      fresh.parentElement.querySelector(`#was-${now.id}`).setAttribute("value", numberWas(now).value);
      keepWords(now, fresh);
    }
  }
  function read(html) {
    const answer = document.createElement("template");
    answer.innerHTML = html;
    for (const fresh of answer.content.querySelectorAll("details[id], input[id]")) {
      const now = document.getElementById(fresh.id);
      if (now?.nodeName === fresh.nodeName && !("kept" in fresh.dataset)) keep(now, fresh);
    }
    for (const place of answer.content.querySelectorAll("[data-kept]")) place.replaceWith(document.getElementById(place.id)?.cloneNode(true) ?? "");
    return answer.content;
  }
  /* All parts are read before any is drawn: a card may go from one to another. */
  function drawAgain(parts) {
    const drawn = Object.entries(parts).map(([id, html]) => [document.getElementById(id), read(html)]);
    for (const [old, fresh] of drawn) {
      if (!old) continue;
      window.Idiomorph.morph(old, fresh.childNodes, { morphStyle: "innerHTML" });
      window.htmx.process(old);
    }
  }
  /* What others did: cards that moved since they were drawn here, and the order of turns, while nothing of one's own is
     under way. */
  let pressing = false, movedAt = 0;
  const ways = () => Array.from(part.querySelectorAll(WAYS), (way) => way.value).join();
  async function look() {
    if (document.hidden || pressing || queue.waiting.length || gathered.size) return;
    const asked = new URLSearchParams(location.search), order = part.querySelector("[data-turns]")?.dataset.turns;
    asked.set("has", Array.from(part.querySelectorAll("[data-now]"), (shown) => shown.dataset.now).join());
    if (order) asked.set("turns", order);
    try {
      const answer = await fetch(`${part.dataset.news}?${asked}`, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status !== 200) return;
      const { drawn = "", again = {} } = await answer.json();
      if (pressing || queue.waiting.length || gathered.size) return;
      const were = ways();
      drawAgain(again);
      if (ways() !== were) movedAt = Date.now();
      swap(drawn);
    } catch { /* Asked again in a while. */ }
  }
  /* While a button of the order is pressed nothing is drawn under it; and just after somebody else went on, a press that
     was meant for the turn before moves nobody. */
  document.addEventListener("pointerdown", (event) => { pressing = Boolean(event.target.closest("[form=fight]")); });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { pressing = false; });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(WAYS) || Date.now() - movedAt > STARTLES) return;
    event.preventDefault();
    said.textContent = heard = `Someone else went on. ${part.querySelector(".whose").textContent.trim().replace(/\s+/g, " ")}: press again.`;
  }, true);
  setInterval(look, Number(part.dataset.every));
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pagehide", () => { for (const key of gathered.keys()) settle(key); });
  window.addEventListener("online", () => queue.pump());
  draw();
  if (queue.waiting.length) queue.pump();
})();
