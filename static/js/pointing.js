/*
 * Pointing: what a choice of the builder would move stands in the rail while the pointer or the focus is on it. Where
 * the rail is no column it stands in the entry that is unfolded, and in the story of a rating, which its name opens there.
 * Nothing is saved, and without scripts nothing is missed.
 */
(function () {
  "use strict";

  const REST = 180; // ms that the pointer rests before anything is asked
  const here = document.getElementById("pointed");
  const wide = window.matchMedia("(min-width: 52rem) and (min-height: 36rem)");
  if (!here) return;

  /* One more of the pair of a square, or of the one in the sentence, with the tag that is pointed at or chosen. */
  function pair(target) {
    const [row, column] = target.closest(".map a")?.dataset.pair.split(" ") ?? ["row", "column"].map((head) => document.getElementById(`at-${head}`).value);
    const add = document.getElementById("at-add"), tag = target.closest(".grid-tags > .option")?.querySelector("input").value ?? add.dataset.tag;
    return String(new URLSearchParams([["raise", add.value], ["at:row", row], ["at:column", column], ["at:tag", tag ?? ""]]));
  }

  /* What the form would say of this field if what is pointed at were chosen. */
  function wish(target) {
    if (target.closest?.("#at-add, .map a, .grid-tags > .option")) return pair(target);
    const adds = target.closest?.("#fields button[name=add]");
    if (adds) return String(new URLSearchParams([["add", adds.value]]));
    const field = target.closest?.("#fields :is(.field, .rating)");
    if (!field || target.closest(".try")) return "";
    const step = target.closest(".stepper > [data-by]");
    const input = step ? step.parentElement.querySelector("input") : target.closest("label")?.querySelector("input[type=radio], input[type=checkbox]");
    if (!input?.name) return "";
    if (step) return String(new URLSearchParams([[input.name, Number(input.value) + Number(step.dataset.by)]]));
    if (input.type === "radio") return input.checked ? "" : String(new URLSearchParams([[input.name, input.value]]));
    const said = Array.from(field.querySelectorAll("input")).filter((one) => one.name.replace(/^(has|is):/, "") === input.name)
      .filter((one) => one.type !== "checkbox" || (one === input) !== one.checked);
    return String(new URLSearchParams(said.map((one) => [one.name, one.value])));
  }

  let asked = ""; // what the rail answers, or is about to
  let timer = 0;
  let request = null;
  function forget() {
    clearTimeout(timer);
    request?.abort();
    asked = "";
    here.replaceChildren();
  }
  async function ask(query) {
    request = new AbortController();
    try {
      const answer = await fetch(`${here.dataset.if}?${query}`, { signal: request.signal });
      const text = answer.ok ? await answer.text() : "";
      if (asked === query) here.innerHTML = text;
    } catch { /* Somebody points at something else by now, or the line is gone. */ }
  }
  function point(event) {
    if (!wide.matches || event.pointerType === "touch") return;
    const query = wish(event.target);
    if (query === asked) return;
    forget();
    if (!query) return;
    asked = query;
    timer = setTimeout(ask, REST, query);
  }
  async function unfolded({ target: more, newState }) {
    const story = more.matches("#fields .stepped > .lines");
    if (wide.matches || !(story || more.matches("#fields .choice > .more"))) return;
    more.querySelector(".would")?.remove();
    const step = story && more.parentElement.querySelector("[data-by='1']");
    const query = (story ? newState === "open" : more.open) ? wish(step || more.parentElement.querySelector("button[name=add], label > input")) : "";
    if (!query) return;
    const drawn = Object.assign(document.createElement("div"), { className: "would" });
    more.append(drawn);
    if (story) drawn.after(raises(step, more));
    try {
      const answer = await fetch(`${here.dataset.if}?${query}`);
      if (answer.ok) drawn.innerHTML = await answer.text();
    } catch { /* The line is gone: the words of the entry stand there all the same. */ }
  }
  /* One more, from the story of a rating: its price stands in the note. */
  function raises(step, story) {
    story.querySelector(".raises")?.remove();
    const note = story.parentElement.querySelector(".note");
    const words = note.querySelector(".full")?.textContent ?? Array.from(note.childNodes, (part) => (part.nodeType === Node.TEXT_NODE ? part.data.trim() : "")).join("");
    const textContent = ["Raise", words.replace("+1: ", "")].filter(Boolean).join(" · ");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button primary raises", textContent });
    button.addEventListener("click", () => { story.hidePopover(); step.click(); step.focus({ preventScroll: true }); });
    return button;
  }
  document.addEventListener("click", (event) => {
    const name = wide.matches ? null : event.target.closest?.("#fields .stepped > label.name");
    const story = name && document.getElementById(`lines-${name.parentElement.id}`);
    if (!story) return;
    event.preventDefault(); // to the number, and a keyboard over half of a phone
    story.showPopover();
  });
  document.addEventListener("toggle", unfolded, true);
  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);
  document.addEventListener("change", forget); // it is chosen: the rail itself says so
})();
