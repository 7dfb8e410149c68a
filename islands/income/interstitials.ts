/** Reports advertisements between pages (`[data-slot]`) to the server once a reader has seen them. */

import { type Consent, consentIn } from '../../server/domains/accounts/consent/rules.ts';
import { adSource } from '../../server/domains/income/interstitials/rules.ts';
import { type Offers, offersIn } from './offers.ts';

/** Minimum time on screen to count as seen. */
const SEEN_MS = 1000;
const SEEN_SHARE = 0.5;
/** The frame has an opaque origin: no cookies, no storage, no access to our pages. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** The reader's consent decides whose ads the slots in `host` show. Returns a function that stops watching. */
export function watchSlots(host: ParentNode, episodeId: string): () => void {
  const slots = [...host.querySelectorAll<HTMLElement>('[data-slot]')];
  if (slots.length === 0) return () => {};
  const consent = consentIn(document.cookie);
  for (const slot of slots) fillSlot(slot, consent);
  const stopped = new AbortController();
  const timers = new Map<HTMLElement, number>();
  const inView = new Set<HTMLElement>();

  const offers = offersIn(host, slots, episodeId);
  const send = (address: string, { dataset }: HTMLElement) => {
    const told = {
      episode_id: episodeId,
      slot: Number(dataset.slot),
      ...(dataset.ad && { ad_id: dataset.ad }),
    };
    navigator.sendBeacon(address, new Blob([JSON.stringify(told)], { type: 'application/json' }));
  };
  // Listens last, since a tap at the screen edge may have turned the page (islands/reading/stage/stage.ts).
  const follow = ({ target, defaultPrevented }: Event) => {
    if (!(target instanceof Element) || !slots.some((slot) => slot.contains(target))) return;
    const slot = target.closest('[data-box]')?.closest<HTMLElement>('[data-ad]');
    if (slot && !defaultPrevented) send('/api/ad_follows', slot);
    const unwanted = target.closest<HTMLElement>('[data-unwanted]');
    if (unwanted) offers.refuse(unwanted);
  };
  for (const press of ['click', 'auxclick']) addEventListener(press, follow, { signal: stopped.signal });

  const drop = (slot: HTMLElement) => {
    inView.delete(slot);
    clearTimeout(timers.get(slot));
    timers.delete(slot);
  };
  const tell = (slot: HTMLElement) => {
    drop(slot);
    watcher.unobserve(slot);
    // An empty box shows no advertisement, because the reader rejected all that fit.
    if (slot.querySelector('[data-box]:empty')) return;
    send('/api/ad_impressions', slot);
    offers.noteShown(slot);
  };
  const wait = (slot: HTMLElement) => {
    clearTimeout(timers.get(slot));
    if (document.visibilityState === 'visible')
      timers.set(
        slot,
        window.setTimeout(() => tell(slot), SEEN_MS),
      );
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const slot = target as HTMLElement;
        drop(slot);
        if (!isIntersecting) continue;
        inView.add(slot);
        wait(slot);
      }
    },
    { threshold: SEEN_SHARE },
  );
  for (const slot of slots) watcher.observe(slot);
  document.addEventListener('visibilitychange', () => inView.forEach(wait), { signal: stopped.signal });
  void askForReader(episodeId, slots, { offers, signal: stopped.signal });
  return () => {
    stopped.abort();
    watcher.disconnect();
    inView.forEach(drop);
  };
}

/** Replaces our advertisement with a foreign one of the same size. Ours stays when consent is missing. */
function fillSlot(slot: HTMLElement, consent: Consent | null): void {
  const url = slot.dataset.frame;
  if (url === undefined || adSource(consent, url) === 'house') return;
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', SANDBOX);
  frame.referrerPolicy = 'no-referrer';
  frame.loading = 'lazy';
  frame.title = slot.getAttribute('aria-label') ?? '';
  frame.src = url;
  slot.querySelector('[data-box]')?.replaceChildren(frame);
  for (const ours of slot.querySelectorAll('[data-ours]')) ours.remove();
  const label = slot.querySelector('[data-label]');
  if (label) label.textContent = frame.title;
  delete slot.dataset.ad;
}

/** The page is shared, so signed-in readers ask the server which slots and ads apply to them. Visitors do not ask. */
async function askForReader(
  episodeId: string,
  slots: readonly HTMLElement[],
  { offers, signal }: { offers: Offers; signal: AbortSignal },
): Promise<void> {
  if (!/(^|; )signed_in=1/.test(document.cookie)) return;
  const reply = await fetch(`/api/episodes/${episodeId}/ad_slots`, { signal }).catch(() => null);
  if (!reply?.ok) return;
  const { slots: shown, reader } = (await reply.json()) as Answer;
  for (const slot of slots) slot.hidden = !shown.includes(Number(slot.dataset.slot));
  if (!reader) return;
  const { publishes, subscriptions_count: subscriptionsCount, has_app: hasApp } = reader;
  offers.choose({ publishes, subscriptionsCount, hasApp });
}

type Answer = {
  slots: number[];
  reader?: { publishes: boolean; subscriptions_count: number; has_app: boolean };
};
