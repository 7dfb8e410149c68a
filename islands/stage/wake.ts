/**
 * Wakes the reader without a framework: it must answer on a slow phone before anything else has come, and it is HTML already. The
 * folder imports nothing that other islands need, so that none of their code comes along.
 */
import { watchSlots } from '../slots.ts';
import { followStage } from './bar.ts';
import { hideWhileReading } from './bars.ts';
import { listenToHands } from './gestures.ts';
import { wakeHint } from './hint.ts';
import { type Command, listenToKeys } from './keys.ts';
import { keepChoice } from './memory.ts';
import { wakeMine } from './mine.ts';
import { type Panels, wakePanels } from './panels.ts';
import { keepProgress, keptPlace, type Reading } from './progress.ts';
import { areLettersOff, wakeSettings } from './settings.ts';
import { openStage } from './stage.ts';
import { wakeTools, ZOOM_STEP } from './tools.ts';
import type { Stage } from './types.ts';
import { tellOfView } from './view.ts';

/** Called by the loader with the host of the reader, of a stage alone, or of tools alone: a novel, a locked episode, a story's page. */
export async function hydrate(host: HTMLElement): Promise<void> {
  const { signal } = new AbortController();
  const { slug } = host.dataset;
  const signedIn = /(^|; )signed_in=1/.test(document.cookie);
  const panels = wakePanels(host, signal);
  const element = host.querySelector<HTMLElement>('[data-stage]');
  const stage = element && openStage(element);
  host.setAttribute('awake', '');
  if (stage) wakeStage(host, stage, { panels, signedIn, signal });
  panels.onArrival(async () => {
    if (stage && slug) wakeSettings(host, stage, signal);
    const { wakeShare } = await import('./share.ts');
    // In a line of its own: without a stage nothing of the other would be done.
    const shareAt = wakeShare(signal);
    stage?.onSeen(shareAt);
  });
  if (slug) wakeMine(host, stage, { panels, signedIn, signal });
}

type Around = { panels: Panels; signedIn: boolean; signal: AbortSignal };
type OpenStage = ReturnType<typeof openStage>;

function wakeStage(host: HTMLElement, stage: OpenStage, { panels, signedIn, signal }: Around): void {
  const element = host.querySelector<HTMLElement>('[data-stage]');
  // A page that is loaded anew is scrolled as the document was, which says nothing of the stage.
  const named = stage.items.find((item) => `#${item.element.id}` === location.hash)?.number;
  if (named && named !== stage.seen.item && named !== stage.seen.last) stage.goTo(named);
  const bar = host.querySelector<HTMLElement>('[data-reader-bar]');
  if (bar) followStage(bar, stage, signal);
  const toggle = host.querySelector<HTMLInputElement>('#bars');
  if (toggle) hideWhileReading(toggle, stage, signal);
  const { episodeId, slug, number } = host.dataset;
  if (episodeId && slug && number) {
    readOn(stage, { episodeId, slug, number: Number(number), signedIn }, signal);
    if (element) watchSlots(element, episodeId);
  }
  if (areLettersOff()) host.dataset.letters = 'off';
  if (slug) {
    keepChoices(stage, slug);
    wakeTools(host, stage, { panels, bars: toggle, signal });
    wakeHint(host, stage, signal);
  }
  if (element) listenToHands(element, stage, signal);
  listenToKeys(stage, (command) => run(host, stage, command), {
    signal,
    letters: () => host.dataset.letters !== 'off',
  });
  keepAddresses(host, stage);
}

/** A look from the team, and a draft, are no reading: nothing is counted and no place is kept. */
function readOn(stage: Stage, reading: Reading, signal: AbortSignal): void {
  tellOfView(reading.episodeId, signal);
  const kept = keptPlace(stage, reading);
  // The theme's script has brought its page on; only the place within it is left.
  if (kept && kept.item === stage.seen.item && kept.fraction > 0 && location.hash !== '') stage.goTo(kept);
  keepProgress(stage, reading, signal);
}

/** From the first change on; what nobody has chosen stays as the story sets it. */
function keepChoices(stage: Stage, slug: string): void {
  let isFirst = true;
  stage.onShowing((showing) => {
    if (!isFirst) keepChoice(slug, showing);
    isFirst = false;
  });
}

function run(host: HTMLElement, stage: Stage, command: Command): boolean {
  const press = (selector: string): boolean => {
    const control = host.querySelector<HTMLElement>(selector);
    control?.click();
    return control !== null;
  };
  const deeds: Record<Command, () => unknown> = {
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
    like: () => press('[data-tool=like]'),
    episodes: () => press('[data-tool=episodes]'),
    help: () => press('[data-tool=help]'),
  };
  return deeds[command]() !== false;
}

/** The address and the language menu keep the place; a browser takes no more than a few changes a second. */
const ADDRESS_MS = 400;

function keepAddresses(host: HTMLElement, stage: Stage): void {
  const links = [...host.querySelectorAll<HTMLAnchorElement>('header a[hreflang]')];
  let timer = 0;
  let shown = 0;
  stage.onSeen(({ item }) => {
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
}
