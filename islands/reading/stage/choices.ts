/** Choices follow the account, and the later one wins. A copy here serves the next first paint (runtime/theme.ts). */
import { type Choices, type KeptChoice, readChoices, writeChoices } from './memory.ts';
import type { Direction, Mine, Showing, Stage } from './types.ts';

/** Waits until the reader stops trying settings. */
const SETTLED_MS = 1000;
const SENT_MS = 5000;
/** A newer choice gets the server's time, because a device's clock may be wrong. */
const NOW_MS = 60_000;
/** Choices sent per page. The next page sends more. */
const BROUGHT_MAX_COUNT = 20;

/** Prefix of a slug whose choice was removed. No slug begins with it. */
const BACK = '~';
const AS_USUAL = { fit: null, pairs: 'cover', saver: false, onward: null } as const;

const keptOf = (all: Choices, slug: string): KeptChoice | undefined => all[slug] ?? all[`${BACK}${slug}`];

function note(slug: string, choice: KeptChoice): void {
  const { [slug]: _choice, [`${BACK}${slug}`]: _back, ...rest } = readChoices();
  writeChoices({ ...rest, [choice.direction ? slug : `${BACK}${slug}`]: choice });
}

/** Applies a later choice from elsewhere. A reader who has already started sees it at the next opening. */
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

/** Hides the pages and the bar while they change, so that nobody sees them move. */
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

/** False when the server or the connection has failed. A refused request must not be repeated forever. */
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
  // No choice means that it was removed a moment ago.
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

/** Sends a visitor's choices after they sign in. */
export async function bringChoices(): Promise<void> {
  const unsent = Object.entries(readChoices()).filter(([, { isSent, storyId }]) => storyId && !isSent);
  for (const [name, { storyId = '' }] of unsent.slice(0, BROUGHT_MAX_COUNT))
    if (!(await send(name.replace(BACK, ''), storyId))) return;
}

const SPEED = 'glide';
/** The level that the account knows. */
const SPEED_SENT = 'glide-sent';

/** A level that this browser has not sent yet is newer. */
export function takeSpeed(known: number | null): void {
  try {
    if (localStorage.getItem(SPEED) !== localStorage.getItem(SPEED_SENT)) void sendSpeed();
    else if (known !== null) for (const key of [SPEED, SPEED_SENT]) localStorage.setItem(key, String(known));
  } catch {
    // Storage may be forbidden. The level is then the usual one.
  }
}

export async function sendSpeed(): Promise<void> {
  try {
    const level = localStorage.getItem(SPEED);
    if (level === null || level === localStorage.getItem(SPEED_SENT)) return;
    if (await putJson('library/settings', { glide_speed: Number(level) }))
      localStorage.setItem(SPEED_SENT, level);
  } catch {
    // Storage may be forbidden.
  }
}
