/**
 * The mail subscription chosen beside the provider buttons. The provider is another site, so local storage keeps the
 * choice until the user returns (ACC-41, ACC-42, ACC-50).
 */
const KEY = 'social_subscribe_to_emails';

const chosenBox = () => document.querySelector<HTMLInputElement>('input[data-subscription]');

/** Loads a provider's script once, when its button is pressed (ACC-55). */
function loadScript(src: string): void {
  if ([...document.scripts].some((script) => script.src === src)) return;
  document.head.append(
    Object.assign(document.createElement('script'), { async: true, crossOrigin: 'anonymous', src }),
  );
}

function keepSubscription(event: Event): void {
  const link = (event.target as Element).closest?.<HTMLElement>('a[data-social]');
  if (!link) return;
  if (link.dataset.script) loadScript(link.dataset.script);
  const box = chosenBox();
  if (!box) return;
  try {
    localStorage.setItem(KEY, box.checked ? '1' : '0');
  } catch {
    // Storage may be blocked. The settings offer the choice too.
  }
}

/** After the return: sets the box on the page, or else saves the setting of an existing account. */
function settleSubscription(): void {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === null) return;
    const box = chosenBox();
    if (box) box.checked = kept === '1';
    else if (!/(^|; )signed_in=1/.test(document.cookie)) return;
    else if (kept === '1') return void subscribe().catch(() => undefined);
    localStorage.removeItem(KEY);
  } catch {
    // Storage may be blocked.
  }
}

async function subscribe(): Promise<void> {
  const { ok } = await fetch('/api/user/settings', {
    method: 'PUT',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: '{"notifications":{"subscribe_to_emails":true}}',
    keepalive: true,
  });
  // Otherwise the next page retries.
  if (ok) localStorage.removeItem(KEY);
}

document.addEventListener('click', keepSubscription);
settleSubscription();
