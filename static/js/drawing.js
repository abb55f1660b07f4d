/*
 * What the site answers is drawn into the page it came for.
 */
(function () {
  "use strict";

  const { all } = window.dramatis;

  /* Drawing: an answer changes what differs and leaves the rest of the page, so that a click half made, the focus
     and open lines survive it. What a person changed after the request was sent is newer than its answer. */

  const newer = new Set(); // the elements of fields that a person changed since the page was sent
  document.addEventListener("htmx:beforeSend", () => newer.clear());
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
  const OWN = "[data-filter], [data-filter-count], [data-sorts], .took"; // what the page itself writes there
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
  // What had the focus is gone, as a button that mends something is when it is mended: go on with the next of its catalogue
  // or from the title above it, and never to where the next letter typed would be written.
  const TAKES = ".choice > [name=add]";
  function othersOf(button) {
    if (!button?.matches(TAKES)) return null;
    const takes = all(TAKES, button.closest(".field"));
    const here = takes.indexOf(button);
    return [...takes.slice(here + 1), ...takes.slice(0, here).reverse()];
  }
  const WRITTEN = "textarea, [type=text], [type=number]";
  function refocus(target, field, next) {
    const other = next?.find((one) => one.isConnected && one.checkVisibility());
    const control = other ?? (field && document.getElementById(field)?.querySelector("select, input, textarea, button"));
    if (control && !control.matches(WRITTEN)) return control.focus({ preventScroll: true });
    const section = control && target.closest(".more-of, .field");
    const title = section ?? target.querySelector("h1, h2, h3") ?? target.closest("section")?.querySelector("h2");
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
  // What a page says it shows comes as what of it is another: the place of a part, where in it, and what stands there now.
  function marksNow(held, moved) {
    const parts = held.split(/([.~])/); // with what stands between them
    for (const one of moved.split(" ").filter(Boolean)) {
      const [part, at, text] = one.split(":");
      const old = parts[2 * part];
      parts[2 * part] = at ? old.slice(0, at) + text + old.slice(Number(at) + text.length) : text;
    }
    return parts.join("");
  }
  // What stays as it is comes by name alone: a piece by the first id in it, and so many in all from there on.
  // Where the page is not the one that it says it is, nothing of the answer is drawn, and the page is loaded anew.
  const PIECE = "[data-piece]";
  function bringWhatStays(target, part) {
    const names = all("[data-stays]", part);
    const pieces = names.length ? all(PIECE, target) : [];
    for (const name of names) {
      const [id, many] = name.dataset.stays.split(" ");
      const first = pieces.indexOf(document.getElementById(id)?.closest(PIECE));
      const staying = [];
      for (const one of first < 0 ? [] : pieces.slice(first)) {
        if (staying.length < Number(many) && !staying.at(-1)?.contains(one)) staying.push(one);
      }
      if (staying.length < Number(many)) return false;
      name.replaceWith(...staying.map((one) => one.cloneNode(true)));
    }
    for (const moved of all("[data-marks]", part)) {
      const now = target.querySelector("[name=shown]")?.cloneNode();
      if (!now) return false;
      now.setAttribute("value", marksNow(now.value, moved.dataset.marks));
      moved.replaceWith(now);
    }
    return true;
  }
  // What may be half pressed, or waits for an answer itself: an answer of who is not on the page any more is drawn nowhere.
  const PRESSED = "a, button, input:not([type=hidden]), select, textarea, summary, [tabindex], [hx-get], [hx-post]";
  function draw(target, part) {
    if (!bringWhatStays(target, part)) return location.reload();
    keepNewer(part);
    const within = target.contains(document.activeElement);
    const field = document.activeElement?.closest(".field")?.id;
    const next = within ? othersOf(document.activeElement) : null;
    const removes = document.activeElement?.matches("[name=remove]"); // the answer says where to go on
    const told = target.id === "conflict" && target.textContent;
    if (!within && !target.matches("[aria-live], [role]") && !target.querySelector(PRESSED)) {
      target.replaceChildren(...part.childNodes); // words and nothing else
      listen(target.children);
    } else drawInside(target, part);
    if (within && !removes && !target.contains(document.activeElement)) refocus(target, field, next);
    // It stands above the form, and whoever changed a field far below would not see why nothing was kept.
    if (target.id === "conflict" && target.childElementCount && target.textContent !== told) target.scrollIntoView({ block: "nearest" });
    target.dispatchEvent(new Event("drawn", { bubbles: true }));
    if (target.matches(".rating, .rating > .note")) showRoom(target.closest(".rating"));
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
      const ids = part.getAttribute("hx-swap-oob")?.replace("innerHTML:#", "").split(",#") ?? [];
      const targets = ids.map((id) => document.getElementById(id));
      if (!targets.length || !targets.every((target) => target?.closest(DRAWN))) continue;
      part.remove();
      for (const target of targets) draw(target, target === targets.at(-1) ? part : part.cloneNode(true));
    }
    detail.serverResponse = answer.innerHTML;
    window.unsent.tick();
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => { // what a script hands to htmx to be drawn
    const { detail } = event;
    if (!detail.target.closest(DRAWN)) return;
    detail.shouldSwap = false;
    draw(detail.target, detail.fragment);
    window.unsent.tick();
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
  showMoves(document);
})();
