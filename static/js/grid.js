/*
 * A grid of ratings: a square names its row and its column in the sentence, arrow keys walk the squares, and the button
 * says what the pair and its tag cost together, and the line below it which rule that would break. A square that has a
 * tag has it chosen already. Without scripts a square is a link and the button says no price.
 */
(function () {
  "use strict";

  const WAYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const at = (id) => document.getElementById(id);
  const squares = () => Array.from(document.querySelectorAll(".map a"));

  function points(price) {
    const [, number, unit] = price.match(/(\d+) (\S+)$/) ?? [];
    return { number: Number(number ?? 0), unit: unit ?? "" };
  }

  const tags = () => Array.from(document.querySelectorAll("[name='at:tag']"));
  const nameOf = (tag) => tag.closest("label").querySelector(".name").textContent;
  const here = () => squares().find((one) => one.dataset.pair === `${at("at-row").value} ${at("at-column").value}`);

  /* A pair that is chosen `anew` brings its own tag; what somebody chose stays chosen for a pair that has none. */
  let given = ""; // the tag that came with the pair, and was not chosen
  function giveTag(square, anew) {
    const own = square?.dataset.tag ?? "", [none, mine] = ["", own].map((key) => tags().find((one) => one.value === key));
    const untouched = (tags().find((one) => one.checked)?.value ?? "") === given;
    if (mine && (untouched || anew && own)) mine.checked = true;
    given = mine ? own : "";
    if (none) none.closest("label").hidden = given !== "";
  }
  /* What a tag costs for this pair, after the one that it has already. */
  function costs(square, tag) {
    const own = square?.dataset.tag, price = (key) => points(tags().find((one) => one.value === key)?.dataset.price ?? "").number;
    return tag.value ? price(tag.value) - (own ? price(own) : 0) : 0;
  }
  const barred = (square, tag) => (square?.dataset.barred ?? "").split(" ").includes(tag.value) && square.dataset.why;
  function showTags(square) {
    for (const tag of tags()) {
      const own = square?.dataset.tag, more = costs(square, tag), { unit } = points(tag.dataset.price);
      const words = tag.closest("label").querySelector(".costs");
      if (tag.value && tag.value === own) words.textContent = "has it";
      else if (barred(square, tag)) words.textContent = barred(square, tag);
      else if (own && tag.value) words.textContent = more < 0 ? `refunds ${-more} ${unit}` : more ? `${more} ${unit} more` : "free";
      else words.textContent = tag.dataset.price;
    }
  }
  /* The rail says what is left of the points, or over; beside the button it is said once more. */
  function showLeft(unit) {
    const words = at("at-left"), number = at(words?.dataset.of)?.querySelector(".num"), over = number?.matches(".over");
    if (!number) return Infinity;
    const many = Number(number.querySelector("b").textContent.replace(/\D/g, ""));
    words.textContent = `${many} ${unit} ${over ? "over" : "left"}`;
    words.className = over ? "mend-text" : "";
    return over ? -many : many;
  }
  /* What is wrong with the pair, or would be with one more of it: nothing is blocked, and it is said where one looks. */
  function flag(square, tag, cost, unit) {
    const lines = [];
    const [rating, choice] = at("at-add").value.split(" ").map((path) => path.replace("*", at("at-row").value).replace("*", at("at-column").value).replaceAll(".", "-"));
    for (const field of [rating, choice]) lines.push(...Array.from(at(`field-${field}-says`)?.querySelectorAll(".note.mend") ?? [], (one) => one.cloneNode(true)));
    const say = (words, breaks) => {
      const line = document.createElement("p");
      line.className = breaks ? "note mend" : "note";
      line.textContent = words;
      lines.push(line);
    };
    const left = showLeft(unit);
    if (tag && tag.value !== (square.dataset.tag ?? "") && barred(square, tag)) say(`${nameOf(tag)}: ${barred(square, tag)}`);
    if (square.dataset.full && !lines.length) say(square.dataset.full);
    if (left < 0) say(`You are ${-left} ${unit} over. Undo, or lower something.`, true);
    else if (cost > left) say(`Costs ${cost} ${unit}, ${left} left: adding it puts you ${cost - left} ${unit} over.`);
    const words = (some) => some.map((one) => one.textContent).join("\n");
    if (words(lines) !== words(Array.from(at("at-flag").children))) at("at-flag").replaceChildren(...lines);
  }

  /* The square of the pair, its row and its column are marked; the prices are those of the pair as it stands. */
  function show() {
    const row = at("at-row"), column = at("at-column");
    if (!row) return;
    const square = here();
    for (const one of squares()) {
      const [up, across] = one.dataset.pair.split(" ");
      one.parentElement.className = one === square ? "pick" : up === row.value || across === column.value ? "cross" : "";
    }
    const tag = tags().find((one) => one.checked), other = tag && tag.value !== (square?.dataset.tag ?? "");
    const more = points(square?.dataset.price ?? ""), far = other ? costs(square, tag) : 0, unit = more.unit || points(tag?.dataset.price ?? "").unit;
    const sum = more.number + far;
    const price = (cost) => (cost < 0 ? `refunds ${-cost} ${unit}` : `${cost} ${unit}`);
    at("at-prices").textContent = square ? `${[square.dataset.price, far ? `${nameOf(tag)}: ${price(far)}` : ""].filter(Boolean).join(", ")} ·` : "";
    at("at-add").dataset.tag = other ? tag.value : "";
    showTags(square);
    if (square) flag(square, tag, sum, unit);
    const could = square?.parentElement.dataset.could;
    if (could && at("could")) {
      at("could-do").textContent = could.split("\n")[Math.max(0, tags().indexOf(tag))];
      at("could-how").textContent = tag?.closest("label").querySelector(".gist").textContent ?? "";
      at("could").hidden = false;
    }
    at("at-sum").textContent = unit ? ` · ${price(sum)}` : "";
  }

  document.addEventListener("click", (event) => {
    const square = event.target.closest?.(".map td")?.querySelector("a");
    if (!square || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    [at("at-row").value, at("at-column").value] = square.dataset.pair.split(" ");
    giveTag(square, true);
    show();
  });
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key], square = event.target.closest?.(".map a");
    if (!way || !square) return;
    const cell = square.parentElement;
    const rows = cell.closest("tbody").rows;
    const next = rows[cell.parentElement.sectionRowIndex + way[0]]?.cells[cell.cellIndex + way[1]]?.querySelector("a");
    event.preventDefault();
    next?.focus();
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.(".unsent")) return;
    if (event.target.matches("select")) giveTag(here(), true);
    show();
  });
  /* Added, a tag is the pair's own. Next adds what is chosen still (editing.py), and so does a link that leaves. */
  const tagged = () => at("at-add")?.dataset.tag;
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!at("at-row")) return;
    giveTag(here(), event.detail.successful && event.detail.elt === at("at-add"));
    show();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#steps a");
    if (link && tagged() && !event.ctrlKey && !event.metaKey && !event.shiftKey) at("at-add").click();
  }, true);
  if (at("at-row")) giveTag(here(), true);
  show();
})();
