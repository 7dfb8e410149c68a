/** As much of a service worker's world as ours uses; the compiler knows either pages or workers. */

export type WaitingEvent = Event & { waitUntil(done: Promise<unknown>): void };
export type OrderEvent = WaitingEvent & { data: unknown };
export type AskedEvent = WaitingEvent & { request: Request };

type Events = { install: WaitingEvent; activate: WaitingEvent; message: OrderEvent; fetch: AskedEvent };

type Scope = {
  addEventListener<N extends keyof Events>(name: N, listener: (event: Events[N]) => void): void;
};

export const scope = globalThis as unknown as Scope;

declare global {
  /** Names the build; the build fills it in (../build/worker.ts). */
  const BUILD: string;
}
