// What was decided is sent in its order, each once, and kept until the server has it.
// @ts-check

/** @typedef {{ session: string, seq: number, to: "verdicts" | "undo", photo?: string, verdict?: string }} Order */

/** Something small that a service that is there gives. */
const probe = new URL("icon.svg", import.meta.url);

/**
 * The orders of a page.
 * @param {string} base the address that they go to
 * @param {(to: Order["to"], result: any, isLast: boolean) => void | Promise<void>} told gets each answer
 * @param {(isThere: boolean) => void} answers hears whether the server answers
 */
export const ordersTo = (base, told, answers) => {
  const session = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const prefix = `fairy-triage-orders-${base}-`;
  /** @type {Order[]} */
  const outbox = [];
  let nextSeq = 1;
  let isSending = false;
  // Called when all was sent.
  /** @type {(() => void)[]} */
  const sent = [];
  // Counts those who want to leave, or to stay after all: the last of them is right.
  let wish = 0;

  const keep = () => {
    try {
      if (outbox.length) localStorage.setItem(prefix + session, JSON.stringify(outbox));
      else localStorage.removeItem(prefix + session);
    } catch { /* Sent all the same. */ }
  };

  const send = async () => {
    if (isSending) return;
    isSending = true;
    let wait = 200;
    while (outbox.length) {
      const { to, ...order } = /** @type {Order} */ (outbox[0]);
      try {
        const answer = await fetch(`${base}/${to}`, {
          method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(order), keepalive: true,
        });
        if (answer.status >= 500) throw new Error();
        const result = await answer.json();
        answers(true);
        outbox.shift();
        keep();
        await told(to, result, !outbox.length);
        wait = 200;
      } catch {
        answers(false);
        await new Promise((resolve) => setTimeout(resolve, wait));
        wait = Math.min(5000, wait * 2);
      }
    }
    isSending = false;
    for (const next of sent.splice(0)) next();
  };

  // What earlier pages could not send. Where such a page is still open, it is sent twice, and done once.
  try {
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith(prefix))) {
      const orders = JSON.parse(localStorage.getItem(key) ?? "[]");
      if (Array.isArray(orders)) outbox.push(...orders.filter((order) => typeof order?.session === "string"));
      localStorage.removeItem(key);
    }
    keep();
  } catch { /* What cannot be read is gone. */ }

  return {
    /** @param {Omit<Order, "session" | "seq">} order */
    add(order) {
      outbox.push({ session, seq: nextSeq, ...order });
      nextSeq += 1;
      keep();
      void send();
    },
    /** Sends what earlier pages left. */
    begin() { if (outbox.length) void send(); },
    /** Whether the server has everything. */
    get areSent() { return !outbox.length; },
    /**
     * Goes to a page that shows what was decided, once the server knows it.
     * @param {string} address
     */
    leave(address) {
      wish += 1;
      const own = wish;
      let isAsking = false, wait = 500;
      const go = async () => {
        if (isAsking || own !== wish) return;
        isAsking = true;
        // Where the service has ended there is no page to go to: this one stays, and says so.
        const isThere = await fetch(probe, { cache: "no-store" }).then((answer) => answer.body?.cancel(), () => false) !== false;
        isAsking = false;
        if (own !== wish) return;
        if (isThere) { location.assign(address); return; }
        answers(false);
        setTimeout(go, wait);
        wait = Math.min(5000, wait * 2);
      };
      if (!isSending) { void go(); return; }
      sent.push(go);
      // Whatever cannot be sent is kept.
      setTimeout(go, 3000);
    },
    /** Does not leave after all. */
    stay() { wish += 1; },
  };
};
