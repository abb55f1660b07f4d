/*
 * What was rolled on a sheet lies over it, far from its number: whoever rolled by keyboard is led there, and Enter or Escape
 * leads back. A hand stays where it is.
 */
(function () {
  "use strict";

  const rolled = document.getElementById("rolled");
  const close = rolled?.parentElement.querySelector(":scope > button");
  if (!close) return;
  let hand = false; // whether the last press was a hand's and not a key's
  let roller = null; // the number that rolled last
  let typed = false; // whether a key did it, and nobody was led yet
  document.addEventListener("pointerdown", () => { hand = true; }, true);
  document.addEventListener("submit", ({ submitter }) => {
    if (!submitter?.matches(".rolls")) return;
    roller = submitter;
    typed = !hand;
  }, true);
  new MutationObserver(() => {
    if (!typed || !rolled.querySelector("h2")) return;
    typed = false;
    if (roller === document.activeElement) close.focus({ preventScroll: true });
  }).observe(rolled, { childList: true });

  function shut() {
    const here = document.activeElement;
    const inside = here === document.body || close.parentElement.contains(here);
    rolled.replaceChildren();
    if (inside && roller?.isConnected) roller.focus({ preventScroll: true });
  }
  close.addEventListener("click", shut);
  document.addEventListener("keydown", (event) => {
    hand = false;
    if (event.key === "Escape" && rolled.hasChildNodes() && !document.querySelector("dialog[open], .menu[open]")) shut();
  }, true); // before what is open closes on the same key
})();
