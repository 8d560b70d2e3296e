// Push messages of this browser, on the page of choices. The service worker shows them.

import { say } from "../messages";
import { ask, island, place, sentence } from "../page";

/** bytes returns a key as the browser wants it. */
function bytes(base64url: string): BufferSource {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

/** idOf returns the name that the server has for a subscription. */
async function idOf(subscription: PushSubscription): Promise<string> {
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(sum)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

class Push {
  private readonly says: HTMLElement;
  private readonly button: HTMLButtonElement;

  constructor(private panel: HTMLElement) {
    this.says = place(panel, "push-says")!;
    this.button = panel.querySelector<HTMLButtonElement>('[data-do="push-on"]')!;
    this.button.addEventListener("click", () => void this.turnOn());
  }

  async show(): Promise<void> {
    if (!("serviceWorker" in navigator) || !("PushManager" in window) || !window.isSecureContext) {
      this.says.textContent = say("This browser cannot show push messages here.");
      return;
    }
    const worker = await navigator.serviceWorker.getRegistration("/");
    const subscription = await worker?.pushManager.getSubscription();
    const line = subscription && this.panel.querySelector(`[data-browser="${await idOf(subscription)}"]`);
    if (line) {
      line.querySelector("form")!.addEventListener("submit", () => void subscription.unsubscribe());
      line.querySelector(".quiet")!.append(", this browser");
      this.says.textContent = say("This browser shows messages even when no page of this site is open.");
    } else {
      this.says.textContent = say("A browser shows messages even when no page of this site is open.");
      this.button.hidden = false;
    }
  }

  private async turnOn(): Promise<void> {
    const error = place(this.panel, "push-error")!;
    error.hidden = true;
    this.button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted")
        throw new Error("The browser does not allow it. Change that in its settings for this site.");
      await navigator.serviceWorker.register("/service-worker.js");
      const { pushManager } = await navigator.serviceWorker.ready;
      const { key } = await ask<{ key: string }>("/api/v1/push/key");
      await (await pushManager.getSubscription())?.unsubscribe(); // one of another key or person
      const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
      await ask("/me/notifications/push", made.toJSON());
      location.reload();
    } catch (reason) {
      error.textContent = sentence(reason);
      error.hidden = false;
      this.button.disabled = false;
    }
  }
}

/** showHours adds the reader's own time to the hours of UTC. */
function showHours(): void {
  for (const option of place(document, "hour")?.querySelectorAll("option") ?? []) {
    const at = new Date();
    at.setUTCHours(Number(option.value), 0, 0, 0);
    const here = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    const utc = option.textContent!.trim();
    if (!utc.startsWith(here)) option.textContent = `${here} (${utc})`;
  }
}

showHours();
const panel = island("push");
if (panel) void new Push(panel).show();
