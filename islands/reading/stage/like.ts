/** The hearts in the bar and at the end: one state, one count. */
import { asButton } from './button.ts';
import { fill } from './fill.ts';
import type { Mine } from './types.ts';

const SAID_MS = 4000;

export function wakeLike(
  host: HTMLElement,
  episodeId: string,
  { mine, signal }: { mine: Promise<Mine | null>; signal: AbortSignal },
): void {
  const hearts = [...host.querySelectorAll<HTMLElement>('[data-tool=like],#end [data-likes]')];
  const [first] = hearts;
  if (!first) return;
  const told = host.querySelector<HTMLElement>('[data-told]');
  let timer = 0;
  const drawn = first.querySelector('b')?.textContent ?? '';
  const label = (first.getAttribute('aria-label') ?? '').replace(drawn, '{count}');
  let count = Number(drawn.replaceAll(',', ''));
  let isLiked = false;
  let isPressed = false;
  let isBusy = false;
  /** The state on the server. */
  let kept = { liked: false, count };

  function show(liked: boolean, likes: number): void {
    [isLiked, count] = [liked, Math.max(0, likes)];
    const number = String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
    for (const heart of hearts) {
      heart.setAttribute('aria-pressed', String(liked));
      heart.setAttribute('aria-label', fill(label, { count: number }));
      const shown = heart.querySelector('b');
      if (shown) shown.textContent = number;
    }
  }
  function press(): void {
    isPressed = true;
    show(!isLiked, count + (isLiked ? -1 : 1));
    void settle();
  }
  /** When presses follow quickly, only the first and the last are sent. */
  async function settle(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (isLiked !== kept.liked) {
      const liked = isLiked;
      const reply = await fetch(`/api/episodes/${episodeId}/like`, {
        method: liked ? 'PUT' : 'DELETE',
        headers: { accept: 'application/json', 'accept-language': document.documentElement.lang },
      }).catch(() => null);
      let message = wordsOf(reply);
      if (reply?.ok) {
        const now: { likes_count: number; message?: string } | null = await reply.json().catch(() => null);
        message = now?.message ?? '';
        kept = { liked, count: now?.likes_count ?? count };
        if (isLiked === liked) show(liked, kept.count);
      } else show(kept.liked, kept.count);
      say(message);
      // The session has expired: the link leads to sign-in and back.
      if (reply?.status === 401)
        location.assign(first instanceof HTMLAnchorElement ? first.href : location.href);
    }
    isBusy = false;
  }

  /** Shows a message over the pages for a while (ERR-68, ERR-69). */
  function say(message: string): void {
    if (!told) return;
    // Shown first, because screen readers ignore changes in a hidden region.
    told.hidden = !message;
    told.textContent = message;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      told.hidden = true;
    }, SAID_MS);
  }

  /** The episode may be gone by now. */
  function wordsOf(reply: Response | null): string {
    if (!told || reply?.ok || reply?.status === 401) return '';
    const { late = '', failed = '' } = told.dataset;
    return [402, 404, 451].includes(reply?.status ?? 0) ? late : failed;
  }

  show(false, count);
  void mine.then((own) => {
    if (isPressed || signal.aborted) return;
    kept.liked = own?.liked_episode_ids.includes(episodeId) ?? false;
    show(kept.liked, count);
  });
  for (const heart of hearts) {
    if (heart instanceof HTMLAnchorElement) asButton(heart, signal);
    heart.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        press();
      },
      { signal },
    );
  }
}
