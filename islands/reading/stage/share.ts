/** The panel "Share": the link with its page, to copy or to pass to the system or another site. */
import { fill } from './fill.ts';
import type { Seen } from './types.ts';

const SAID_MS = 4000;

/** An episode opens at its first page anyway. */
export const linkAt = (url: string, item: number): string => (item > 1 ? `${url}#p${item}` : url);

export async function copy(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Missing on plain http, or refused. The older way needs no permission.
    field.select();
    return document.execCommand('copy');
  }
}

export function wakeShare(signal: AbortSignal): (seen: Seen) => void {
  const box = document.querySelector<HTMLElement>('[data-share]');
  const field = box?.querySelector<HTMLInputElement>('[data-link]');
  const button = box?.querySelector<HTMLButtonElement>('[data-copy]');
  const told = box?.querySelector<HTMLElement>('[data-tell]');
  if (!box || !field || !button || !told) return () => undefined;
  const { share: url = '', name = '', toldAt = '', told: copied = '', notCopied = '' } = box.dataset;
  const at = box.querySelector<HTMLElement>('[data-at]');
  const checkbox = at?.querySelector<HTMLInputElement>('input');
  const label = button.querySelector('span');
  const asked = label?.textContent ?? '';
  let item = 1;
  let timer = 0;

  const tell = (text: string): void => {
    told.textContent = text;
    told.scrollIntoView({ block: 'nearest' });
  };
  const place = (): number => (checkbox?.checked ? item : 1);
  function unsay(): void {
    clearTimeout(timer);
    delete button?.dataset.done;
    if (label) label.textContent = asked;
  }
  function draw(): void {
    const link = linkAt(url, place());
    if (field && field.value !== link) field.value = link;
    for (const each of box?.querySelectorAll<HTMLAnchorElement>('a[data-site]') ?? [])
      each.href = fill(each.dataset.address ?? '', {
        url: encodeURIComponent(link),
        text: encodeURIComponent(name),
      });
    if (!at) return;
    at.hidden = item < 2;
    const words = at.querySelector('label > span');
    if (words) words.textContent = fill(at.dataset.at ?? '', { page: item });
  }

  const redraw = (): void => {
    unsay();
    draw();
  };
  checkbox?.addEventListener('change', redraw, { signal });
  field.addEventListener('focus', () => field.select(), { signal });
  button.addEventListener(
    'click',
    async () => {
      if (!(await copy(field.value, field))) return tell(notCopied);
      button.dataset.done = '';
      if (label) label.textContent = box.dataset.copied ?? '';
      tell(place() > 1 ? fill(toldAt, { page: place() }) : copied);
      clearTimeout(timer);
      timer = window.setTimeout(unsay, SAID_MS);
    },
    { signal },
  );
  box.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      const soon = target.closest<HTMLElement>('[data-soon-at]')?.dataset.soonAt;
      if (soon) tell(fill(box.dataset.soon ?? '', { site: soon }));
      const site = target.closest<HTMLAnchorElement>('a[data-site]');
      if (!site || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const opened = window.open(site.href, '_blank');
      if (opened) opened.opener = null;
      else tell(fill(box.dataset.failed ?? '', { site: site.dataset.site ?? '' }));
    },
    { signal },
  );
  const system = box.querySelector<HTMLElement>('[data-system]');
  if (system && 'share' in navigator) {
    system.hidden = false;
    // Closing the sheet is not an error.
    const hand = () => void navigator.share({ title: name, url: field.value }).catch(() => undefined);
    system.addEventListener('click', hand, { signal });
  }
  draw();
  return (seen) => {
    if (seen.item === item) return;
    item = seen.item;
    redraw();
  };
}
