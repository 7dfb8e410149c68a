/**
 * When pages scroll, the next episode follows by itself: its page is fetched, and its stage added below. The episode in
 * the middle of the screen is the current one. Address, title, bars, position and counting follow it. At most three are
 * loaded. behind.ts keeps the room of earlier ones.
 */
import { readChoices } from '../stage/memory.ts';
import { followsOn } from '../stage/showing.ts';
import { NEAR_COUNT, type Turn } from '../stage/turn.ts';
import type { Stage } from '../stage/types.ts';
import { neighbourOf, showAround } from './around.ts';
import { createBehind } from './behind.ts';
import {
  bringPictures,
  claim,
  divide,
  type Episode,
  fetchEpisode,
  park,
  presentEpisode,
  unite,
  watch,
} from './episode.ts';
import { takePanelsAlong } from './panels.ts';

/** Distance past the middle before we switch, so that a trembling finger does not switch to and fro. */
const SLACK_PIXELS = 40;
const AGAIN_MS = 10_000;

const root = document.documentElement;

type Run = {
  readonly host: HTMLElement;
  readonly turn: Turn;
  readonly behind: ReturnType<typeof createBehind>;
  /** Addresses that do not follow by themselves, such as locked episodes. */
  readonly closed: Set<string>;
  stage: Stage;
  current: Episode;
  /** In reading order: at most one before and one after the current episode. */
  shown: Episode[];
  isComing: boolean;
  failedAt: number;
};

export function goOn(host: HTMLElement, stage: Stage, turn: Turn): void {
  const section = host.querySelector<HTMLElement>('[data-stage]');
  if (!section) return;
  const current = presentEpisode(host, section);
  const run: Run = {
    host,
    turn,
    behind: createBehind(section),
    closed: new Set(),
    stage,
    current,
    shown: [current],
    isComing: false,
    failedAt: Number.NEGATIVE_INFINITY,
  };
  listen(run);
}

function listen(run: Run): void {
  // Other listeners of the stage must see its end first.
  const lookSoon = () => queueMicrotask(() => look(run));
  run.stage.onSeen(lookSoon);
  run.stage.onShowing(lookSoon);
}

function look(run: Run): void {
  // A report belongs to the episode at which it was opened.
  if (run.stage.isPaged || document.querySelector('[data-panel][data-modal][open]')) return;
  const inSight = episodeInSight(run);
  if (inSight !== run.current) turnTo(run, inSight);
  tend(run);
}

function episodeInSight({ current, shown }: Run): Episode {
  const line = innerHeight / 2;
  const holds = ({ section }: Episode, slack: number): boolean => {
    const { top, bottom } = section.getBoundingClientRect();
    return top - slack <= line && bottom + slack > line;
  };
  if (holds(current, SLACK_PIXELS)) return current;
  return shown.find((each) => holds(each, 0)) ?? current;
}

function turnTo(run: Run, next: Episode): void {
  const { host, turn, current, stage } = run;
  if (stage.zoom > 1) keepStill(next.section, () => stage.zoomWhole());
  turn.leave();
  park(current);
  claim(next);
  run.current = next;
  for (const [name, value] of Object.entries(next.facts))
    if (value === undefined) delete host.dataset[name];
    else host.dataset[name] = value;
  showAround(next.around);
  history.replaceState(history.state, '', next.url);
  const takeAlong = takePanelsAlong(host);
  const woken = turn.enter(next.section);
  takeAlong(woken.panels);
  if (woken.stage) run.stage = woken.stage;
  listen(run);
}

/** Loads what is needed next, and unloads what is far away. */
function tend(run: Run): void {
  const { stage, shown, current, behind } = run;
  const { seen, items, showing } = stage;
  if (!followsOn(showing)) {
    cutAfter(run, current);
    return;
  }
  const [atStart, atEnd] = [seen.item <= NEAR_COUNT, seen.last >= items.length - NEAR_COUNT];
  while (shown.indexOf(current) > 1 && !shown[0]?.section.contains(document.activeElement)) leaveFirst(run);
  const at = shown.indexOf(current);
  const [previous, next] = [shown[at - 1], shown[at + 1]];
  if (previous) bringPictures(previous, atStart ? 'last' : 'none', showing);
  if (next) {
    bringPictures(next, atEnd ? 'first' : 'none', showing);
    cutAfter(run, next);
  } else if (atEnd) void bringNext(run);
  if (behind.isSeen() || (!previous && atStart)) void bringBack(run);
}

function leaveFirst({ shown, behind }: Run): void {
  const gone = shown.shift();
  const name = shown[0] && neighbourOf(shown[0].around, 'prev')?.textContent;
  gone?.stop();
  if (gone) behind.add(gone.section, { url: gone.url, name: name ?? '' });
}

/** Nothing follows this episode now. Everything removed is below what was read. */
function cutAfter({ shown }: Run, last: Episode): void {
  const gone = shown.splice(shown.indexOf(last) + 1);
  for (const each of gone) {
    each.stop();
    each.section.remove();
  }
  if (gone.length > 0) unite(last);
}

async function bring(run: Run, url: string): Promise<Episode | null> {
  const { host, closed, current } = run;
  if (run.isComing || closed.has(url) || performance.now() - run.failedAt < AGAIN_MS) return null;
  run.isComing = true;
  try {
    const episode = await fetchEpisode(url, host, current);
    if (episode && isOfThisWay(run, episode)) return episode;
    closed.add(url);
  } catch {
    // Offline. The card with its link is shown meanwhile.
    run.failedAt = performance.now();
  } finally {
    run.isComing = false;
  }
  return null;
}

/** An episode drawn for another direction keeps its own page, unless the reader chose one for the story. */
const isOfThisWay = ({ host: { dataset } }: Run, { facts }: Episode): boolean =>
  facts.direction === dataset.direction || (dataset.slug ?? '') in readChoices();

async function bringNext(run: Run): Promise<void> {
  const { current: last, shown } = run;
  const url = neighbourOf(last.around, 'next')?.getAttribute('href');
  const next = url ? await bring(run, url) : null;
  if (!next || shown.at(-1) !== last || !followsOn(run.stage.showing)) return;
  // Episodes leave empty room of their height, so scroll anchoring would move the page twice.
  root.style.overflowAnchor = 'none';
  history.scrollRestoration = 'manual';
  divide(last, next);
  last.section.after(next.section);
  shown.push(next);
  watch(next);
  look(run);
}

async function bringBack(run: Run): Promise<void> {
  const { behind, shown } = run;
  const wanted = behind.wanted();
  const episode = wanted && (await bring(run, wanted.url));
  if (!episode) return;
  // The reader has scrolled on and needs another episode.
  if (behind.wanted() !== wanted) return look(run);
  const [first] = shown;
  const isNeighbour = behind.isLast(wanted);
  if (isNeighbour && first) {
    divide(episode, first);
    keepStill(first.section, () => behind.put(wanted, episode.section));
  } else behind.put(wanted, episode.section);
  shown.unshift(episode);
  watch(episode);
  if (!isNeighbour) {
    turnTo(run, episode);
    cutAfter(run, episode);
  }
  look(run);
}

function keepStill(section: HTMLElement, deed: () => void): void {
  const before = section.getBoundingClientRect().top;
  deed();
  const moved = section.getBoundingClientRect().top - before;
  if (Math.abs(moved) > 0.5) scrollBy({ top: moved, behavior: 'instant' });
}
