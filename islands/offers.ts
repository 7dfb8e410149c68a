/** Exchanges the advertisement of our own that all share for one that fits this reader, in the same place and of the same size. */
import { type AdReader, exchangeOf, type Offer, VISITOR } from '../server/domains/ads/rules.ts';

/** How often each was shown today; kept only of those that are shown so many times a day and no more. */
const KEY = 'adverts';
type Kept = { day: string; shown: Record<string, number> };

export type Offers = {
  /** Chooses anew for a reader; what has been seen stays. */
  choose(reader: AdReader): void;
  /** The one in this slot was seen. */
  noteShown(slot: HTMLElement): void;
};

type Standing = Offer & { template: HTMLTemplateElement };

/** What is in `seen` is not exchanged any more. */
export function offersIn(
  host: ParentNode,
  slots: readonly HTMLElement[],
  { episodeId, seen }: { episodeId: string; seen: ReadonlySet<HTMLElement> },
): Offers {
  const offers = [...host.querySelectorAll<HTMLTemplateElement>('template[data-offer]')].map(
    (template): Standing => ({ ...(JSON.parse(template.dataset.offer ?? '{}') as Offer), template }),
  );
  let reader = VISITOR;

  function choose(): void {
    const today = new Date().toISOString().slice(0, 10);
    const { shown } = keptOn(today);
    for (const slot of slots) {
      const shared = offers.find(({ id }) => id === slot.dataset.ad);
      if (!shared || seen.has(slot)) continue;
      const moment = { reader, today, shownCount: (id: string) => shown[id] ?? 0 };
      const place = { slot: Number(slot.dataset.slot), episodeId };
      const fitting = exchangeOf(shared, offers, { ...moment, ...place });
      if (fitting !== shared) show(slot, fitting);
    }
  }
  if (offers.length > 0) choose();
  return {
    choose(now) {
      reader = now;
      choose();
    },
    noteShown(slot) {
      const offer = offers.find(({ id }) => id === slot.dataset.ad);
      if (!offer?.id || offer.dailyMaxCount === null) return;
      keepShown(offer.id);
      choose();
    },
  };
}

function show(slot: HTMLElement, { id, template }: Standing): void {
  const made = document.importNode(template.content, true);
  const [house, why] = [made.querySelector('a'), made.querySelector('[data-why]')];
  if (!house || !why || !id) return;
  slot.querySelector('[data-box]')?.replaceChildren(house);
  slot.querySelector('details [data-why]')?.replaceWith(why);
  slot.dataset.ad = id;
}

function keptOn(day: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    if (kept?.day === day && typeof kept.shown === 'object') return kept;
  } catch {
    // Storage is closed, or holds what is not ours.
  }
  return { day, shown: {} };
}

function keepShown(id: string): void {
  const kept = keptOn(new Date().toISOString().slice(0, 10));
  kept.shown[id] = (kept.shown[id] ?? 0) + 1;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It is shown more often then, which harms nobody.
  }
}
