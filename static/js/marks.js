/*
 * Marks of play that wait on this device. Each is a change of a tracker with a name of its own ("uid"), so that sending it
 * twice does it once. They are sent one at a time in the order they were made, each until the site has said what it did.
 * No page in here: whoever uses a MarkQueue says where marks are kept and how one is sent.
 */
(function (scope) {
  "use strict";

  const FIRST_WAIT = 1_000; // ms before a mark is sent again that got no answer; twice as long each time
  const LONGEST_WAIT = 10_000;

  /* A name for a mark. `crypto.randomUUID` is missing where a page came over plain http. */
  function fresh() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }

  /* Marks in the browser's storage, an item each, so that no tab overwrites what another has kept. There may be no
     storage: then nothing is kept, and a mark is lost with its page. */
  class MarkStore {
    constructor(storage, person, character) {
      this.storage = storage;
      this.prefix = `mark ${person} ${character} `;
    }

    keys() { return Object.keys(this.storage ?? {}).filter((key) => key.startsWith(this.prefix)).sort(); }
    madeAt(key) { return Number(key.slice(this.prefix.length).split(" ")[0]); }

    /* Take over what was kept here for the same person under another name. */
    adopt(person) {
      const former = new MarkStore(this.storage, person, this.prefix.split(" ")[2]);
      for (const key of former.keys()) {
        this.storage.setItem(this.prefix + key.slice(former.prefix.length), this.storage.getItem(key));
        this.storage.removeItem(key);
      }
    }

    /* What is kept, in the order it was made. */
    all() {
      const found = [];
      for (const key of this.keys()) {
        try { found.push({ ...JSON.parse(this.storage.getItem(key)), key }); } catch { this.storage.removeItem(key); }
      }
      return found;
    }

    /* Keep a mark after all that are kept. It has no `key` where there is no room or storage is switched off. */
    put(mark) {
      const last = this.keys().at(-1);
      const place = Math.max(Date.now(), last ? this.madeAt(last) + 1 : 0);
      const key = `${this.prefix}${String(place).padStart(15, "0")} ${mark.uid}`;
      try {
        this.storage.setItem(key, JSON.stringify(mark));
        return { ...mark, key };
      } catch {
        return mark;
      }
    }

    /* Whether something was kept that long ago, in ms: the page on which it was marked may be gone. */
    left(age) { return this.keys().some((key) => Date.now() - this.madeAt(key) > age); }

    has(mark) { return this.storage.getItem(mark.key) !== null; }
    drop(mark) { if (mark.key) this.storage.removeItem(mark.key); }
  }

  /*
   * `send(mark)` answers what became of it, in `kind`:
   *   done     it arrived; whatever else the answer has is handed on
   *   refused  it arrived and was not taken, and never will be
   *   away     nobody knows; it is sent again after a while, and when asked to
   *   shut     it was turned away as this person may not; it is sent again when asked to
   * `told(mark, answer)` hears of what is done or refused; `changed()` of whatever else there is to show.
   */
  class MarkQueue {
    constructor({ store, send, told, changed }) {
      Object.assign(this, { store, send, told, changed, wait: FIRST_WAIT });
      this.waiting = store.all();
      this.sending = null; // the mark under way
      this.trouble = ""; // "away" or "shut" while what was sent last is still to be sent
      this.timer = null;
    }

    add(mark) {
      this.waiting.push(this.store.put(mark));
      this.changed();
      if (this.trouble !== "shut" && this.timer === null) this.pump();
    }

    /* Take in what other pages of this browser keep, and let go of what they have sent. */
    gather() {
      const mine = this.waiting.filter((mark) => !mark.key || this.store.has(mark));
      const names = new Set(mine.map((mark) => mark.uid));
      this.waiting = [...mine, ...this.store.all().filter((mark) => !names.has(mark.uid))];
    }

    /* Send what waits, now. */
    async pump() {
      if (this.sending) return;
      clearTimeout(this.timer);
      this.timer = null;
      this.gather();
      try {
        while (this.waiting.length && await this.sendFirst()) this.changed();
      } finally {
        if (!this.waiting.length) this.trouble = "";
        this.sending = null;
        this.changed();
      }
    }

    /* Whether the site took what waits first, one way or the other. */
    async sendFirst() {
      const [mark] = this.waiting;
      this.sending = mark;
      const answer = await this.send(mark);
      if (answer.kind === "away" || answer.kind === "shut") {
        this.later(answer.kind);
        return false;
      }
      this.trouble = "";
      this.wait = FIRST_WAIT;
      this.forget(mark);
      this.told(mark, answer);
      return true;
    }

    later(trouble) {
      this.trouble = trouble;
      if (trouble === "shut") return;
      this.timer = setTimeout(() => this.pump(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    }

    forget(mark) {
      this.store.drop(mark);
      this.waiting = this.waiting.filter((other) => other.uid !== mark.uid);
    }

    /* Give up what waits, but for what is under way: it will not be sent. */
    drop() {
      const dropped = this.waiting.filter((mark) => mark.uid !== this.sending?.uid);
      for (const mark of dropped) this.forget(mark);
      this.trouble = "";
      this.changed();
      return dropped;
    }
  }

  Object.assign(scope, { MarkQueue, MarkStore, freshMark: fresh });
})(self);
