/*
 * Writing an entry: − and + beside a number, and an answer in other words beside the usual ones. What was typed is kept
 * by drafts.js.
 */
(function () {
  "use strict";

  const told = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-add]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const number = Number.parseInt(input.value.replace("−", "-"), 10) || 0;
    input.value = String(number + Number(button.dataset.add));
    told(input);
  });

  document.addEventListener("input", ({ target }) => {
    const answers = target.closest?.(".a");
    if (target.matches?.("[data-words]") && target.value) answers.querySelector("[data-other]").checked = true;
    if (target.matches?.("[data-usual]")) answers.querySelector("[data-words]").value = "";
  });
})();
