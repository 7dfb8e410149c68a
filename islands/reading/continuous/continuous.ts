/**
 * Where pages scroll, the next episode follows by itself: its own page is fetched, and its stage stands behind the present one. The
 * episode in the middle of the screen is the one that is read: address, title, bars, place and counting follow it. At most three
 * are there; those further behind leave their room (behind.ts).
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

/** So far past the middle, so that a trembling finger does not turn to and fro. */
const SLACK_PIXELS = 40;
const AGAIN_MS = 10_000;

const root = document.documentElement;

type Run = {
  readonly host: HTMLElement;
  readonly turn: Turn;
  readonly behind: ReturnType<typeof createBehind>;
  /** Addresses of what does not follow by itself, such as a locked one. */
  readonly closed: Set<string>;
  stage: Stage;
  current: Episode;
  /** In their order: at most one before and one after the present one. */
  shown: Episode[];
  isComing: boolean;
  /** When the line was last found cut. */
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
  // Those who listen to the same stage shall hear the end of it first.
  const lookSoon = () => queueMicrotask(() => look(run));
  run.stage.onSeen(lookSoon);
  run.stage.onShowing(lookSoon);
}

function look(run: Run): void {
  // Whoever writes a report says it of the episode that they opened it at.
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

/** What is needed next comes, what is far away goes. */
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

/** Nothing follows this one any more; what goes stands below all that is read. */
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
    // The line is cut; the card with its link is there meanwhile.
    run.failedAt = performance.now();
  } finally {
    run.isComing = false;
  }
  return null;
}

/** What is drawn for another way has its own page, unless the reader has chosen a way for the story. */
const isOfThisWay = ({ host: { dataset } }: Run, { facts }: Episode): boolean =>
  facts.direction === dataset.direction || (dataset.slug ?? '') in readChoices();

async function bringNext(run: Run): Promise<void> {
  const { current: last, shown } = run;
  const url = neighbourOf(last.around, 'next')?.getAttribute('href');
  const next = url ? await bring(run, url) : null;
  if (!next || shown.at(-1) !== last || !followsOn(run.stage.showing)) return;
  // Episodes leave empty room of their height: a browser that moves by itself would move once too often.
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
  // Who has scrolled on meanwhile wants another one.
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

/** Whatever the deed does above, this stays where it is on the screen. */
function keepStill(section: HTMLElement, deed: () => void): void {
  const before = section.getBoundingClientRect().top;
  deed();
  const moved = section.getBoundingClientRect().top - before;
  if (Math.abs(moved) > 0.5) scrollBy({ top: moved, behavior: 'instant' });
}
