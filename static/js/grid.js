/*
 * A grid of ratings: a square names its row and its column in the sentence, arrow keys walk the squares, and the button
 * says what the pair and its tag cost together. Without scripts a square is a link and the button says no price.
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

  /* The square of the pair, its row and its column are marked; the prices are those of the pair as it stands. */
  function show() {
    const row = at("at-row"), column = at("at-column");
    if (!row) return;
    const square = squares().find((one) => one.dataset.pair === `${row.value} ${column.value}`);
    for (const one of squares()) {
      const [up, across] = one.dataset.pair.split(" ");
      one.parentElement.className = one === square ? "pick" : up === row.value || across === column.value ? "cross" : "";
    }
    const tag = document.querySelector("[name='at:tag']:checked");
    const more = points(square?.dataset.price ?? ""), far = points(!tag?.value || tag.value === square?.dataset.tag ? "" : tag.dataset.price);
    at("at-prices").textContent = square ? [square.dataset.price, far.number ? `${tag.closest("label").querySelector(".name").textContent}: ${tag.dataset.price}` : ""].filter(Boolean).join(", ") : "";
    const could = square?.parentElement.dataset.could, tags = Array.from(document.querySelectorAll("[name='at:tag']"));
    if (could && at("could")) {
      at("could-do").textContent = could.split("\n")[Math.max(0, tags.indexOf(tag))];
      at("could-how").textContent = tag?.closest("label").querySelector(".gist").textContent ?? "";
      at("could").hidden = false;
    }
    at("at-sum").textContent = more.unit || far.unit ? ` · ${more.number + far.number} ${more.unit || far.unit}` : "";
  }

  document.addEventListener("click", (event) => {
    const square = event.target.closest?.(".map td")?.querySelector("a");
    if (!square || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    [at("at-row").value, at("at-column").value] = square.dataset.pair.split(" ");
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
  document.addEventListener("change", (event) => { if (event.target.matches?.(".unsent")) show(); });
  /* Added, a tag is chosen no longer. Next adds what is chosen still (editing.py), and so does a link that leaves. */
  const tagged = () => document.querySelector("[name='at:tag']:checked:not([value=''])");
  document.addEventListener("htmx:afterRequest", (event) => {
    const human = document.querySelector("[name='at:tag'][value='']");
    if (human && event.detail.successful && event.detail.elt === at("at-add")) human.checked = true;
    show();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#steps a");
    if (link && tagged() && !event.ctrlKey && !event.metaKey && !event.shiftKey) at("at-add").click();
  }, true);
  show();
})();
