/** The end of an episode for signed-in readers: unlocks and subscription. Comes once these are known. */
import type { Mine } from './types.ts';

type Told = { message?: string };

export function wakeEnd(host: HTMLElement, mine: Mine, signal: AbortSignal): void {
  const end = host.querySelector<HTMLElement>('#end');
  if (end) showUnlocked(host, end, mine, signal);
  const said = end?.querySelector<HTMLElement>('[data-said]');
  if (!end || !said) return;

  /** Shows the server's message. False when refused. On 401, the form itself leads to sign-in and back. */
  async function send(form: HTMLFormElement, method: string): Promise<boolean> {
    const reply = await fetch(form.action.split('?')[0] ?? '', {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
      },
    }).catch(() => null);
    if (reply?.status === 401) form.submit();
    const told: Told | null = reply && (await reply.json().catch(() => null));
    if (said) said.textContent = told?.message ?? (reply?.ok ? '' : (said.dataset.failed ?? ''));
    return reply?.ok ?? false;
  }

  const subscription = end.querySelector<HTMLFormElement>('form[data-subscription]');
  if (subscription) wakeSubscription(subscription, { isOn: mine.subscribed, send, signal });
}

function showUnlocked(host: HTMLElement, end: HTMLElement, mine: Mine, signal: AbortSignal): void {
  const row = end.querySelector<HTMLElement>('[data-episode]');
  if (!row || !mine.unlocked_numbers.includes(Number(row.dataset.episode))) return;
  row.dataset.mark = 'unlocked';
  const word = end.querySelector<HTMLTemplateElement>('[data-unlocked]')?.content.cloneNode(true);
  if (word) row.querySelector('[data-cell=state]')?.replaceChildren(word);
  const link = host.querySelector<HTMLElement>('[data-reader-bar] a[rel=next]');
  link?.setAttribute('data-unlocked', '');
  // The link stays, and leads to another episode later.
  signal.addEventListener('abort', () => link?.removeAttribute('data-unlocked'));
}

type Send = (form: HTMLFormElement, method: string) => Promise<boolean>;

function wakeSubscription(
  form: HTMLFormElement,
  { isOn, send, signal }: { isOn: boolean; send: Send; signal: AbortSignal },
): void {
  const words = [...form.querySelectorAll<HTMLElement>('[data-on]')];
  let on = isOn;
  let isBusy = false;
  const show = (): void => {
    form.dataset.subscription = on ? 'on' : '';
    for (const each of words) each.hidden = (each.dataset.on === 'true') !== on;
  };
  show();
  form.addEventListener(
    'submit',
    async (event) => {
      event.preventDefault();
      if (isBusy) return;
      isBusy = true;
      if (await send(form, on ? 'DELETE' : 'PUT')) on = !on;
      isBusy = false;
      show();
    },
    { signal },
  );
}
