/** Answers the cookie question without leaving the page. Without this script, the form does the same. */

export async function hydrate(host: HTMLElement): Promise<void> {
  const form = host.querySelector('form');
  if (!form) return;
  host.setAttribute('awake', '');
  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    void answer(form, submitter);
  });
}

async function answer(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const reply = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ adverts: button.value === 'true' }),
  }).catch(() => null);
  if (!reply?.ok) return;
  delete document.documentElement.dataset.asks;
  // Keyboard users continue in the page content, not at the top.
  const main = document.querySelector<HTMLElement>('main');
  if (!main) return;
  main.tabIndex = -1;
  main.style.outline = 'none';
  main.focus({ preventScroll: true });
}
