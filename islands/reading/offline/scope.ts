/** The types of a service worker that we use. The compiler knows either pages or workers. */

export type WaitingEvent = Event & { waitUntil(done: Promise<unknown>): void };
export type OrderEvent = WaitingEvent & { data: unknown };
export type AskedEvent = WaitingEvent & { request: Request };

export type PushedEvent = WaitingEvent & { data: { json(): unknown } | null };
export type PressedEvent = WaitingEvent & { notification: Notification };

type Events = {
  install: WaitingEvent;
  activate: WaitingEvent;
  message: OrderEvent;
  fetch: AskedEvent;
  push: PushedEvent;
  notificationclick: PressedEvent;
  pushsubscriptionchange: WaitingEvent;
};

type Scope = {
  addEventListener<N extends keyof Events>(name: N, listener: (event: Events[N]) => void): void;
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
};

type Window = { url: string; focus(): Promise<unknown> };

export const scope = globalThis as unknown as Scope;

declare global {
  /** Name of the build, which fills it in (../../build/worker.ts). */
  const BUILD: string;
}
