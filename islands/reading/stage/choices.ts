/**
 * How a reader sees a story, and how fast pages scroll by themselves, follows the account: the later choice counts, whichever device
 * made it. This browser keeps a copy, so that the next opening is right before anything is drawn (../runtime/theme.ts).
 */
import { type Choices, type KeptChoice, readChoices, writeChoices } from './memory.ts';
import type { Direction, Mine, Showing, Stage } from './types.ts';

/** Who tries one after the other has chosen the last. */
const SETTLED_MS = 1000;
const SENT_MS = 5000;
/** Made just now, it is of the server's time: the clock of a device may be wrong. */
const NOW_MS = 60_000;
/** Choices that one page brings along; the next page brings more. */
const BROUGHT_MAX_COUNT = 20;

/** Stands before the slug of a story whose choice was taken back; no slug begins so. */
const BACK = '~';
const AS_USUAL = { fit: null, pairs: 'cover', saver: false, onward: null } as const;

const keptOf = (all: Choices, slug: string): KeptChoice | undefined => all[slug] ?? all[`${BACK}${slug}`];

/** Of two entries for a story only the new one stays. */
function note(slug: string, choice: KeptChoice): void {
  const { [slug]: _choice, [`${BACK}${slug}`]: _back, ...rest } = readChoices();
  writeChoices({ ...rest, [choice.direction ? slug : `${BACK}${slug}`]: choice });
}

/** Shows what was chosen later elsewhere, unless somebody reads already: then it holds from the next opening on. */
export function takeChoice(
  host: HTMLElement,
  stage: Stage,
  { known, isUntouched }: { known: Mine['choice']; isUntouched: boolean },
): void {
  const { slug, storyId } = host.dataset;
  if (!slug || !storyId) return;
  const here = keptOf(readChoices(), slug);
  const at = Date.parse(known?.chosen_at ?? '');
  if (!known || (here && here.at >= at)) {
    if (here && !here.isSent) sendChoice(slug, storyId);
    return;
  }
  const { chosen_at: _at, direction, ...rest } = known;
  const showing = { ...rest, direction: direction ?? (host.dataset.direction as Direction) };
  if (isUntouched) showUnseen(host, stage, showing);
  note(slug, { ...(direction ? showing : {}), at, storyId, isSent: true });
}

/** What is hidden while it changes its place has not moved for anybody: the pages, and the bar that says where one is. */
function showUnseen(host: HTMLElement, stage: Stage, showing: Showing): void {
  const isSame = (Object.keys(showing) as (keyof Showing)[]).every(
    (name) => showing[name] === stage.showing[name],
  );
  if (isSame) return;
  const moved = host.querySelectorAll<HTMLElement>('[data-stage],[data-reader-bar]');
  for (const each of moved) each.style.visibility = 'hidden';
  stage.show(showing);
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const each of moved) each.style.visibility = '';
    }),
  );
}

let timer = 0;
let sentAt = Number.NEGATIVE_INFINITY;
let waiting: (() => unknown) | null = null;

/** A little later, or when the page is left. */
export function sendChoice(slug: string, storyId: string): void {
  waiting = () => send(slug, storyId);
  clearTimeout(timer);
  timer = window.setTimeout(sendNow, Math.max(SETTLED_MS, sentAt + SENT_MS - performance.now()));
}

function sendNow(): void {
  clearTimeout(timer);
  if (!waiting) return;
  sentAt = performance.now();
  waiting();
  waiting = null;
}
addEventListener('pagehide', sendNow);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendNow());

/** False where the server or the line has failed: what it can make nothing of would be sent for ever. */
export async function putJson(path: string, body: object): Promise<boolean> {
  const reply = await fetch(`/api/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => null);
  return reply !== null && (reply.ok || [404, 422, 451].includes(reply.status));
}

async function send(slug: string, storyId: string): Promise<boolean> {
  // Without a choice there was one a moment ago: it was taken back.
  const kept = keptOf(readChoices(), slug) ?? { at: Date.now() };
  if (kept.isSent) return true;
  note(slug, { ...kept, storyId });
  const { at, direction = null, fit, pairs, saver, onward } = kept;
  const chosen = direction ? { direction, fit, pairs, saver, onward } : { direction, ...AS_USUAL };
  const isLate = Date.now() - at > NOW_MS;
  const body = { ...AS_USUAL, ...chosen, ...(isLate && { chosen_at: new Date(at).toISOString() }) };
  if (!(await putJson(`stories/${storyId}/choice`, body))) return false;
  const now = keptOf(readChoices(), slug);
  if (now?.at === at) note(slug, { ...now, isSent: true });
  return true;
}

/** What a visitor has chosen comes along when they sign in. */
export async function bringChoices(): Promise<void> {
  const unsent = Object.entries(readChoices()).filter(([, { isSent, storyId }]) => storyId && !isSent);
  for (const [name, { storyId = '' }] of unsent.slice(0, BROUGHT_MAX_COUNT))
    if (!(await send(name.replace(BACK, ''), storyId))) return;
}

const SPEED = 'glide';
/** The level that the account knows. */
const SPEED_SENT = 'glide-sent';

/** A level that this browser has not told yet is later. */
export function takeSpeed(known: number | null): void {
  try {
    if (localStorage.getItem(SPEED) !== localStorage.getItem(SPEED_SENT)) void sendSpeed();
    else if (known !== null) for (const key of [SPEED, SPEED_SENT]) localStorage.setItem(key, String(known));
  } catch {
    // Storage may be forbidden; then it is the usual one.
  }
}

export async function sendSpeed(): Promise<void> {
  try {
    const level = localStorage.getItem(SPEED);
    if (level === null || level === localStorage.getItem(SPEED_SENT)) return;
    if (await putJson('library/settings', { glide_speed: Number(level) }))
      localStorage.setItem(SPEED_SENT, level);
  } catch {
    // As above.
  }
}
