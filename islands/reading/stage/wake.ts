/** Wakes the reader without a framework, for slow phones. Imports nothing that other islands need, to stay small. */
import { followStage } from './bar.ts';
import { hideWhileReading } from './bars.ts';
import { listenToHands } from './gestures.ts';
import { type Command, listenToKeys } from './keys.ts';
import { leadOn } from './lead.ts';
import { areLettersOff, keepChoice, recallChoice } from './memory.ts';
import { type AskMine, askMine, wakeMine } from './mine.ts';
import { type Panels, wakePanels } from './panels.ts';
import { keepProgress, keptPlace, type Reading } from './progress.ts';
import { openStage } from './stage.ts';
import { glide, wakeTools, ZOOM_STEP } from './tools.ts';
import type { Woken } from './turn.ts';
import type { Stage } from './types.ts';
import { tellOfView } from './view.ts';

/** The host is a reader, a stage alone, or tools alone: a novel, a locked episode, a story's page. */
export async function hydrate(host: HTMLElement): Promise<void> {
  const element = host.querySelector<HTMLElement>('[data-stage]');
  const { slug, episodeId } = host.dataset;
  if (slug) recallChoice(slug);
  if (areLettersOff()) host.dataset.letters = 'off';
  let left = new AbortController();
  const { stage } = wakeEpisode(host, element, { signal: left.signal, isFirst: true });
  if (!stage || !element) return;
  if (episodeId) watchAdverts(element, episodeId);
  if (slug && host.querySelector('#bars'))
    leadOn(host, stage, {
      leave: () => left.abort(),
      enter(next) {
        left = new AbortController();
        return wakeEpisode(host, next, { signal: left.signal, isFirst: false });
      },
    });
}

/** Loaded late: nobody waits for advertisements, and many episodes have none. */
function watchAdverts(element: HTMLElement, episodeId: string): void {
  if (!element.querySelector('[data-slot]')) return;
  import.meta.later('../../income/interstitials.ts').then(
    ({ watchSlots }) => watchSlots(element, episodeId),
    () => undefined,
  );
}

/** Short notes load when the page is at rest, or when somebody reaches for them. */
const NOTES_REST_MS = 1500;

function wakeNotes(host: HTMLElement, stage: Stage, signal: AbortSignal): void {
  host.notes = () =>
    import.meta.later('../notes/comic/wake.ts').then(({ openNotes }) => openNotes(host, stage, signal));
  host.dispatchEvent(new Event('notes'));
  const rest = (): unknown => setTimeout(() => host.notes?.().catch(() => undefined), NOTES_REST_MS);
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { signal });
}

type Around = {
  panels: Panels;
  signedIn: boolean;
  ask: AskMine;
  isFirst: boolean;
  signal: AbortSignal;
};

function wakeEpisode(
  host: HTMLElement,
  element: HTMLElement | null,
  { isFirst, signal }: Pick<Around, 'isFirst' | 'signal'>,
): Woken {
  const { slug } = host.dataset;
  const signedIn = /(^|; )signed_in=1/.test(document.cookie);
  const panels = wakePanels(host, signal);
  host.panels = panels;
  const stage = element && openStage(element, signal);
  host.setAttribute('awake', '');
  if (stage && host.dataset.notes) wakeNotes(host, stage, signal);
  const ask = askMine(host, signedIn);
  if (element && stage) wakeStage(host, { element, stage }, { panels, signedIn, ask, isFirst, signal });
  panels.onArrival(async () => {
    // The loader searched before the panels arrived.
    document.querySelector('tsuzuki-island[name=offline]')?.dispatchEvent(new Event('focusin'));
    const { wakeSettings, wakeShare } = await import.meta.later('./arrival.ts');
    const setting = slug && wakeSettings(host, stage, signal);
    // Called by itself: within `stage?.onSeen()` it would not run without a stage.
    const shareAt = wakeShare(signal);
    stage?.onSeen(shareAt);
    await setting;
  });
  // The offline bar of a saved episode is in its panels.
  addEventListener('offline', () => void panels.need(), { signal });
  const last = host.querySelector<HTMLElement>('#end[data-last]');
  if (last)
    import.meta.later('../continuous/last.ts').then(
      ({ wakeLast }) => wakeLast(last, panels, signal),
      () => undefined,
    );
  if (slug)
    wakeMine(host, stage ?? host.querySelector<HTMLElement>('[data-prose]')?.book ?? null, {
      panels,
      signedIn,
      ask,
      signal,
    });
  return { stage, panels };
}

function wakeStage(
  host: HTMLElement,
  { element, stage }: { element: HTMLElement; stage: Stage },
  { panels, signedIn, ask, isFirst, signal }: Around,
): void {
  // A reload restores the scroll position of the document, not of the stage.
  const named = isFirst && stage.items.find(({ element: { id } }) => `#${id}` === location.hash)?.number;
  if (named && named !== stage.seen.item) stage.goTo(named);
  const bar = host.querySelector<HTMLElement>('[data-reader-bar]');
  if (bar) followStage(bar, stage, signal);
  const toggle = host.querySelector<HTMLInputElement>('#bars');
  if (toggle) hideWhileReading(toggle, stage, signal);
  const { episodeId, slug, number, storyId } = host.dataset;
  if (episodeId && slug && number)
    readOn(host, stage, { episodeId, slug, number: Number(number), signedIn }, { ask, isFirst, signal });
  if (slug) {
    keepChoices(stage, { slug, storyId, signedIn });
    wakeTools(host, stage, { panels, bars: toggle, signal });
    const hint = host.querySelector<HTMLElement>('[data-hint]');
    if (hint)
      import.meta.later('./hint.ts').then(
        ({ wakeHint }) => wakeHint(hint, stage, signal),
        () => undefined,
      );
  }
  listenToHands(element, stage, signal);
  listenToKeys(stage, (command) => run(host, { stage, panels }, command), {
    signal,
    letters: () => host.dataset.letters !== 'off',
  });
  keepAddresses(host, stage, signal);
}

/** Not for team views and drafts, which count nothing and keep no position. */
function readOn(
  host: HTMLElement,
  stage: Stage,
  reading: Reading,
  { ask, isFirst, signal }: Pick<Around, 'ask' | 'isFirst' | 'signal'>,
): void {
  tellOfView(reading.episodeId, signal);
  const kept = isFirst && keptPlace(stage, reading);
  // The address of a first page loses its hash before the account may have answered.
  const { hash } = location;
  // The theme's script has already brought the page. Only the place within it is left.
  if (kept && kept.item === stage.place.item && kept.fraction > 0 && hash) stage.goTo(kept);
  const opened = { ...stage.seen, hash };
  const settle = async (): Promise<void> => {
    const own = await ask();
    // The account's position stays unknown. Only a reader who moves overwrites it.
    if (!own) return new Promise(() => undefined);
    if (!isFirst || signal.aborted) return;
    const { settleIn } = await import.meta.later('./account.ts');
    settleIn(host, stage, { own, opened, reading, signal });
  };
  // Without that file, this browser's position counts.
  const settled = settle().catch(() => undefined);
  keepProgress(stage, reading, settled, signal);
}

/** From the first change on. The story decides what nobody has chosen. */
function keepChoices(
  stage: Stage,
  { slug, storyId, signedIn }: { slug: string; storyId: string | undefined; signedIn: boolean },
): void {
  let isFirst = true;
  stage.onShowing((showing) => {
    if (!isFirst) {
      keepChoice(slug, showing, storyId);
      // A choice that is not sent now is sent when the story is opened again.
      if (signedIn && storyId)
        import.meta.later('./account.ts').then(
          ({ sendChoice }) => sendChoice(slug, storyId),
          () => undefined,
        );
    }
    isFirst = false;
  });
}

function run(
  host: HTMLElement,
  { stage, panels }: { stage: Stage; panels: Panels },
  command: Command,
): boolean {
  const press = (selector: string): boolean => {
    const control = host.querySelector<HTMLElement>(selector);
    control?.click();
    return control !== null;
  };
  const actions: Record<Command, () => unknown> = {
    next: () => (stage.isPaged && stage.seen.isAtEnd ? press('#end a[rel=next]') : stage.step(1)),
    previous: () => stage.step(-1),
    first: () => stage.goTo(1),
    last: () => stage.goTo(stage.items.length),
    nextEpisode: () => press('[data-reader-bar] a[rel=next]'),
    previousEpisode: () => press('[data-reader-bar] a[rel=prev]'),
    goTo: () => host.querySelector<HTMLElement>('[data-reader-bar] input[type=range]')?.focus(),
    movePair: () => stage.show({ pairs: stage.showing.pairs === 'cover' ? 'moved' : 'cover' }),
    zoomIn: () => stage.zoomBy(ZOOM_STEP),
    zoomOut: () => stage.zoomBy(1 / ZOOM_STEP),
    whole: () => stage.zoomWhole(),
    fullscreen: () => press('[data-tool=fullscreen]'),
    glide: () => !stage.isPaged && void glide(host, panels),
    like: () => press('[data-tool=like]'),
    note: () => host.notes && void host.notes().then(() => host.dispatchEvent(new Event('note-place'))),
    contents: () => press('[data-tool=contents]'),
    episodes: () => press('[data-tool=episodes]'),
    help: () => press('[data-tool=help]'),
  };
  return actions[command]() !== false;
}

/** The address and the language menu follow the position. Browsers allow only a few changes per second. */
const ADDRESS_MS = 400;

function keepAddresses(host: HTMLElement, stage: Stage, signal: AbortSignal): void {
  const links = [...host.querySelectorAll<HTMLAnchorElement>('header a[hreflang]')];
  let timer = 0;
  let shown = 0;
  stage.onSeen(() => {
    const { item } = stage.place;
    if (item === shown) return;
    shown = item;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const hash = item > 1 ? `#${stage.items[item - 1]?.element.id}` : '';
      for (const link of links) link.hash = hash;
      if (location.hash !== hash && (hash !== '' || location.hash !== ''))
        history.replaceState(history.state, '', hash || location.pathname + location.search);
    }, ADDRESS_MS);
  });
  signal.addEventListener('abort', () => clearTimeout(timer));
}
