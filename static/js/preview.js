/* The preview beside the options of a print is drawn again when one of them changes. It leaves no trace in the history. */
(function () {
  "use strict";

  const frame = document.getElementById("preview");
  const options = document.getElementById("options");
  options.addEventListener("change", () => {
    const asked = new URLSearchParams(new FormData(options));
    asked.delete("csrfmiddlewaretoken");
    frame.contentWindow.location.replace(`${frame.dataset.at}?${asked}`);
  });
})();
