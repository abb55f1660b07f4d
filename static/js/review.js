/*
 * A review by keyboard. j and k go to the next and the previous change of the sheet that is shown, and c comments on the
 * line in focus, while single keys are on (keys.js). Ctrl and Enter send what one is writing.
 */
(function () {
  "use strict";

  const evidence = document.getElementById("evidence");
  const names = () => Array.from(evidence.querySelectorAll(".moved dt")).filter((name) => name.checkVisibility());
  const line = (element) => element.closest("#evidence dl > div");

  function go(step) {
    const all = names();
    const here = line(document.activeElement);
    const stands = (name) => here && !here.contains(name) ? here.compareDocumentPosition(name) : 0;
    const later = all.find((name) => stands(name) & Node.DOCUMENT_POSITION_FOLLOWING);
    const earlier = all.findLast((name) => stands(name) & Node.DOCUMENT_POSITION_PRECEDING);
    const next = step > 0 ? later ?? all[0] : earlier ?? all.at(-1);
    const target = next?.querySelector("a") ?? next;
    if (target === next) next?.setAttribute("tabindex", "-1");
    target?.focus();
    target?.scrollIntoView({ block: "center" });
  }

  evidence?.addEventListener("click", (event) => {
    const step = event.target.closest("[data-change]")?.dataset.change;
    if (step) go(Number(step));
  });
  document.addEventListener("keydown", (event) => {
    if (!evidence || !window.dramatis.single(event)) return;
    if (event.key === "j" || event.key === "k") go(event.key === "j" ? 1 : -1);
    else if (event.key === "c" && evidence.contains(event.target)) line(event.target)?.querySelector("dt a")?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const send = event.target.closest?.("#new-comment, .thread")?.querySelector(".button[type=submit]");
    if (send) { event.preventDefault(); send.click(); }
  });
})();
