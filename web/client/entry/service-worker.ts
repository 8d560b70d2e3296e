// The service worker. It shows push messages and keeps no pages.

interface Message {
  title: string;
  body: string;
  path: string; // where a click leads
  tag: string;
}

interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Window {
  url: string;
  focus(): Promise<unknown>;
}

// What a worker has besides what a page has.
interface Worker {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(query: { type: "window"; includeUncontrolled: boolean }): Promise<Window[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(event: "push", then: (e: Waits & { data: { json(): Message } | null }) => void): void;
  addEventListener(event: "notificationclick", then: (e: Waits & { notification: Notification }) => void): void;
  addEventListener(
    event: "pushsubscriptionchange",
    then: (e: Waits & { oldSubscription?: PushSubscription }) => void,
  ): void;
}

const worker = self as unknown as Worker;

worker.addEventListener("push", (event) => {
  const message = event.data?.json();
  if (!message) return;
  const { title, body, tag, path } = message;
  const icon = "/static/icon-192.png";
  event.waitUntil(worker.registration.showNotification(title, { body, tag, icon, data: path }));
});

/** open shows the page of a message, in a tab that has it if there is one. */
async function open(path: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((t) => new URL(t.url).pathname === path);
  if (tab) await tab.focus();
  else await worker.clients.openWindow(path);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data ?? "/")));
});

/** renew tells the server of a subscription that the browser has replaced. */
async function renew(old?: PushSubscription): Promise<void> {
  const options = old?.options;
  if (!options?.applicationServerKey) return;
  const made = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: options.applicationServerKey,
  });
  await fetch("/me/notifications/push", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(made),
  });
}

worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.oldSubscription)));

export {};
