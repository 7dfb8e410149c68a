/** The server-rendered line at the foot: chapter, time left, and progress in the book. */

import { fill, writeText } from '../stage/fill.ts';
import type { Book } from './types.ts';

export function followBook(bar: HTMLElement, book: Book): void {
  const { minutes: all = '1', one = '', more = '', finished = '', book: percentText = '' } = bar.dataset;
  const progress = bar.querySelector('[role=progressbar]');
  const now = bar.querySelector<HTMLElement>('[data-piece=now]');
  const left = bar.querySelector('[data-left]');
  const percent = bar.querySelector('[data-percent]');
  const place = left?.previousSibling?.textContent ?? '';
  book.onSeen(({ fraction, share, isAtEnd }) => {
    const minutes = Math.max(1, Math.round(Number(all) * (1 - fraction)));
    const leftText = isAtEnd ? finished : minutes === 1 ? one : fill(more, { minutes });
    const whole = Math.floor(100 * share + 1e-6);
    now?.style.setProperty('--p', String('whole' in now.dataset ? share : isAtEnd ? 1 : fraction));
    writeText(left, leftText);
    writeText(percent, fill(percentText, { percent: whole }));
    progress?.setAttribute('aria-valuenow', String(whole));
    progress?.setAttribute('aria-valuetext', place + leftText);
  });
}
