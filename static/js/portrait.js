/*
 * A picture larger than the site takes is made smaller here, before it is sent: photographs of a phone mostly are. One
 * that the browser can't read either is refused with the sentence of its field.
 */
(function () {
  "use strict";

  const SIDE = 1496; // four times what is kept

  async function smaller(file) {
    const picture = await createImageBitmap(file);
    const share = Math.min(1, SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * share));
    canvas.height = Math.max(1, Math.round(picture.height * share));
    const brush = canvas.getContext("2d");
    brush.fillStyle = "#fff";
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", 0.9); });
    return new File([made], "portrait.jpg", { type: "image/jpeg" });
  }

  document.addEventListener("change", async ({ target: input }) => {
    if (input.id !== "picture") return;
    input.setCustomValidity("");
    const [file] = input.files;
    if (!file || file.size <= Number(input.dataset.most)) return;
    input.setCustomValidity(input.dataset.tooLarge);
    try {
      const made = new DataTransfer();
      made.items.add(await smaller(file));
      if (input.files[0] !== file) return; // another was chosen meanwhile
      input.files = made.files;
      input.setCustomValidity("");
    } catch {
      input.reportValidity();
    }
  });
})();
