// Runs before first paint, so it is classic, blocking and tiny. Sets the theme and what only scripts know.
{
  const root = document.documentElement;
  root.dataset.js = '';
  const offer = `--offer-${navigator.language.split('-')[0]}`;
  // A readable companion of the session cookie (decisions.md §1). Reserves the right space for the menu.
  const signedIn = /(^|; )signed_in=1/.test(document.cookie);
  if (signedIn) Object.assign(root.dataset, { signedIn: '', reader: '1' });
  // Shows the cookie question while unanswered. Browsers that send Global Privacy Control are not asked.
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
  if (!/(^|; )consent=1\./.test(document.cookie) && !globalPrivacyControl) root.dataset.asks = '';
  try {
    // Cached account data goes with the session, however it ended (ACC-25, ACC-27).
    if (!signedIn) sessionStorage.removeItem('account');
    // Returning readers see their position, with or without an account.
    const kept = localStorage.getItem('places');
    if (kept) root.dataset.reader = '1';
    // Reserves space for continue-reading before its content is known (islands/reading/continue-reading).
    const goOn = localStorage.getItem('goOn');
    if (goOn !== '0' && (signedIn ? goOn || kept : kept && kept !== '{}')) root.dataset.goOn = '';
    const theme = localStorage.getItem('theme');
    if (theme) root.dataset.theme = theme;
    // Offers the page in the browser's first language until the reader has chosen one.
    if (!localStorage.getItem('language')) root.style.setProperty(offer, 'block');
    // The heading font is already in the browser's cache.
    if (localStorage.getItem('face')) root.dataset.face = '';
    // The reader's settings and position for this story, set before first paint so that nothing jumps.
    const [, slug = '', number] = /\/stories\/([\w-]+)\/(\d+)$/.exec(location.pathname) ?? [];
    const read = (key: string) => JSON.parse(localStorage.getItem(key) ?? '{}');
    const shown = number && read('reading')[slug];
    if (shown) {
      const { direction, fit, pairs, saver } = shown;
      const way = direction === 'down' || direction === 'strip' ? 'scroll' : 'pages';
      Object.assign(root.dataset, { direction, pairs, way }, fit && { fit }, saver && { saver: '' });
    }
    const place = number && read('places')[`${slug}/${number}`];
    const isNamed = location.hash || location.search.includes('chapter');
    if (place?.number > 1 && !place.isDone && !isNamed) location.replace(`#${place.anchor}`);
  } catch {
    // Storage may be blocked. Then the system's theme applies.
  }
  addEventListener('click', ({ target }) => {
    const choice = (target as Element).closest<HTMLElement>('[data-language]')?.dataset.language;
    if (!choice) return;
    root.style.removeProperty(offer);
    try {
      localStorage.setItem('language', choice);
    } catch {
      // Storage may be blocked.
    }
  });
  // Distant pictures wait for the first one (pages/stories/stage).
  addEventListener('load', () => {
    root.dataset.loaded = '';
  });
  // Otherwise loads the font after the largest picture, which comes first on slow connections.
  const showFace = async () => {
    const largest = document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]');
    await Promise.allSettled([...largest].map((picture) => picture.decode()));
    root.dataset.face = '';
    try {
      if ((await document.fonts.load('750 1em Piazzolla')).length > 0) localStorage.setItem('face', '1');
    } catch {
      // The next page retries if the font or the storage fails.
    }
  };
  if (!('face' in root.dataset)) addEventListener('DOMContentLoaded', showFace);
}
