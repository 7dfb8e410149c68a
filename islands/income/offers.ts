/** Replaces our shared advertisement with one that fits this reader, in the same place and size. */
import {
  type AdReader,
  exchangeOf,
  type Offer,
  VISITOR,
} from '../../server/domains/income/interstitials/rules.ts';
import { utcDay } from '../../server/lib/days.ts';
import { keepShown, keepUnwanted, shownOn, unwantedStories } from './kept-adverts.ts';

export type Offers = {
  choose(reader: AdReader): void;
  noteShown(slot: HTMLElement): void;
  refuse(button: HTMLElement): void;
};

/** Defaults for fields that the page leaves out. */
const ASKS_NOTHING = { id: null, subscriptionsBelow: null, dailyMaxCount: null, endsOn: null, storyId: null };

type Standing = Offer & { template: HTMLTemplateElement };

export function offersIn(host: ParentNode, slots: readonly HTMLElement[], episodeId: string): Offers {
  const offers = [...host.querySelectorAll<HTMLTemplateElement>('template[data-offer]')].map(
    (template): Standing => ({
      ...ASKS_NOTHING,
      ...(JSON.parse(template.dataset.offer ?? '{}') as Pick<Offer, 'weight' | 'target'> & Partial<Offer>),
      template,
    }),
  );
  const seen = new Set<HTMLElement>();
  // Remembers rejections for this page even when storage fails.
  const unwanted = unwantedStories();
  let reader = VISITOR;

  function choose(): void {
    const today = utcDay(new Date());
    const shown = shownOn(today);
    const isUnwanted = (storyId: string) => unwanted.has(storyId);
    // The installed site offers the same features as the app.
    const hasApp = reader.hasApp || matchMedia('(display-mode: standalone)').matches;
    for (const slot of slots) {
      const shared = offers.find(({ id }) => id === slot.dataset.ad);
      if (!shared || (seen.has(slot) && !isUnwanted(shared.storyId ?? ''))) continue;
      const moment = { reader: { ...reader, hasApp }, today, shownCount: (id: string) => shown[id] ?? 0 };
      const place = { slot: Number(slot.dataset.slot), episodeId };
      const fitting = exchangeOf(shared, offers, { ...moment, ...place, isUnwanted });
      if (fitting !== shared) show(slot, fitting);
    }
  }
  if (offers.length > 0) choose();
  for (const slot of slots) offerChoice(slot);
  return {
    choose(now) {
      reader = now;
      choose();
    },
    noteShown(slot) {
      seen.add(slot);
      const offer = offers.find(({ id }) => id === slot.dataset.ad);
      if (!offer?.id || offer.dailyMaxCount === null) return;
      keepShown(offer.id);
      choose();
    },
    refuse(button) {
      const { unwanted: storyId = '' } = button.dataset;
      const slot = button.closest<HTMLElement>('[data-slot]');
      unwanted.add(storyId);
      keepUnwanted(storyId);
      choose();
      if (slot) sayRefused(slot);
    },
  };
}

function show(slot: HTMLElement, standing: Standing | undefined): void {
  const box = slot.querySelector('[data-box]');
  if (standing === undefined) {
    box?.replaceChildren();
    delete slot.dataset.ad;
    return;
  }
  const { id, template } = standing;
  const made = document.importNode(template.content, true);
  const house = made.querySelector('a');
  if (!house || !id) return;
  box?.replaceChildren(house);
  for (const part of ['[data-why]', '[data-again]']) {
    const other = made.querySelector(part);
    const place = slot.querySelector(`details ${part}`);
    if (other) place?.replaceWith(other);
    // Ads without a story have no button.
    else place?.replaceChildren();
  }
  slot.dataset.ad = id;
  offerChoice(slot);
}

function offerChoice(slot: HTMLElement): void {
  const button = slot.querySelector<HTMLElement>('[data-unwanted]');
  if (button) button.hidden = false;
}

/** Replaces the removed button and takes over its focus. */
function sayRefused(slot: HTMLElement): void {
  const place = slot.querySelector<HTMLElement>('details [data-again]');
  if (!place) return;
  place.textContent = place.dataset.again ?? '';
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
