// Sets this reader's typography before the first paint on pages of novels, hence classic, blocking and small. Other
// scripts do so by `setProse` (settings.ts).
import { SETTING, SIZES_REM } from '../../../server/domains/reading/library/rules.ts';

{
  const root = document.documentElement;
  // The ground must not wait until the parser has found the text (Looks.module.css).
  root.classList.add('novel-page');
  /** How long text in a face that has not loaded stays hidden. */
  const WAIT_MS = 1000;
  let known: Promise<unknown> | undefined;

  const setProse: NonNullable<typeof globalThis.setProse> = (setting) => {
    const { size = 3, ...rest } = setting;
    for (const [name, [usual]] of Object.entries(SETTING)) {
      // A book may open page by page, until its reader chooses.
      const chosen = rest[name as keyof typeof rest] ?? (name === 'move' && root.dataset.moves);
      if (!chosen || chosen === usual) delete root.dataset[name];
      else root.dataset[name] = String(chosen);
    }
    root.style.setProperty('--set-size', `${SIZES_REM[size - 1] ?? 1.125}rem`);
    if (setting.letters === 'clear')
      known ??= import.meta.later('./clear.ts').then(({ fetchClear }) => fetchClear());
    return setting.letters === 'clear' ? known : undefined;
  };
  globalThis.setProse = setProse;
  // The account's choice must not disturb a reader who has started (account-sync.ts).
  for (const type of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(
      type,
      () => {
        root.dataset.read = '';
      },
      { once: true, passive: true },
    );

  // A footnote's link leaves the page, so the first tap waits for its script (islands/reading/footnotes).
  addEventListener('click', (event) => {
    const call = (event.target as Element).closest<HTMLElement>(
      'tsuzuki-island:not([awake]) [role=doc-noteref]:not([data-tapped])',
    );
    if (!call || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    call.dataset.tapped = '';
  });

  try {
    const coming = setProse(JSON.parse(localStorage.getItem('prose') ?? '{}'));
    if (coming) {
      root.dataset.comes = '';
      const show = (): void => {
        delete root.dataset.comes;
      };
      coming.then(show, show);
      setTimeout(show, WAIT_MS);
    }
  } catch {
    // Storage may be forbidden, or contain something else. Text is then set as usual.
  }
}
