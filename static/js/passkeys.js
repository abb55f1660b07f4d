/*
 * allauth's scripts ask the browser for a passkey. Where none comes of it, they only tell the console: here the page says
 * so, in the sentence that waits on it.
 */
(function () {
  "use strict";

  document.addEventListener("allauth.error", (event) => {
    const told = document.getElementById("passkey-told");
    event.preventDefault();
    if (event.detail.exception.name === "InvalidStateError") told.textContent = told.dataset.known;
    told.hidden = false;
  });
})();
