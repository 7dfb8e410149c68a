/** Lists a page's requests: time, priority and bytes, as the browser reports them. */
import type { CDPSession } from 'playwright';

export type AskedFor = { path: string; priority: string; startMs: number; endMs: number; bytes: number };

export function watchRequests(line: CDPSession): { list(): AskedFor[] } {
  const asked = new Map<string, AskedFor>();
  let zero: number | undefined;
  const since = (timestamp: number) => (timestamp - (zero ?? timestamp)) * 1000;
  line.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    zero ??= timestamp;
    const { pathname, protocol } = new URL(request.url);
    if (protocol === 'data:') return;
    const startMs = since(timestamp);
    const priority = request.initialPriority;
    asked.set(requestId, { path: pathname, priority, startMs, endMs: Number.NaN, bytes: 0 });
  });
  line.on('Network.resourceChangedPriority', ({ requestId, newPriority }) => {
    const one = asked.get(requestId);
    if (one) one.priority = `${one.priority}→${newPriority}`;
  });
  line.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = asked.get(requestId);
    if (one) Object.assign(one, { endMs: since(timestamp), bytes: encodedDataLength });
  });
  return { list: () => [...asked.values()].sort((a, b) => a.startMs - b.startMs) };
}
