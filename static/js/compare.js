/*
 * Comparing: a few options of a list are ticked and come up side by side in a drawer. Ticks are only looking: they are
 * not sent with the form of the step. Without scripts the same button leads to a page.
 */
(function () {
  "use strict";

  const form = document.getElementById("compare");
  const drawer = document.getElementById("compare-drawer");
  if (!form || !drawer?.showModal) return;
  const most = Number(form.dataset.most);

  /* No more than fit beside each other; the button says how many there are. */
  function count(list) {
    const boxes = Array.from(list.querySelectorAll(".try input"));
    const ticked = boxes.filter((box) => box.checked).length;
    for (const box of boxes) box.disabled = !box.checked && ticked >= most;
    const told = list.querySelector(".comparing .count");
    if (!told) return;
    told.textContent = ticked;
    told.closest(".comparing").classList.toggle("ticked", ticked > 0);
  }
  const recount = () => document.querySelectorAll("fieldset.choosing").forEach(count);
  window.addEventListener("change", (event) => {
    if (event.target.form !== form) return;
    event.stopImmediatePropagation();
    count(event.target.closest("fieldset.choosing"));
  }, true);
  document.addEventListener("htmx:afterRequest", recount);
  window.addEventListener("pageshow", recount); // a browser may bring ticks back

  let back = null; // what has the focus once the drawer is closed
  form.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful || drawer.open) return;
    back = event.detail.requestConfig.triggeringEvent?.submitter ?? document.activeElement;
    drawer.showModal();
    drawer.querySelector("h2").focus();
  });
  document.getElementById("fixes").addEventListener("htmx:afterRequest", () => { if (drawer.open) drawer.close(); }); // swapped
  drawer.addEventListener("close", () => back?.focus());
  drawer.addEventListener("click", (event) => {
    const chosen = document.getElementById(event.target.closest("[data-choose]")?.dataset.choose);
    if (!chosen) return;
    back = chosen;
    drawer.close();
    chosen.click();
  });
})();
