// Runs before the first paint, hence classic, blocking and tiny: the chosen theme, and what only scripts can know.
{
  const root = document.documentElement;
  root.dataset.js = '';
  const offer = `--offer-${navigator.language.split('-')[0]}`;
  // A readable companion of the session cookie (decisions.md §1): the menu keeps the right room from the start.
  const signedIn = /(^|; )signed_in=1/.test(document.cookie);
  if (signedIn) Object.assign(root.dataset, { signedIn: '', reader: '1' });
  // Nobody has answered, so the question that a page may hold is shown; a browser that says no by itself is not asked.
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
  if (!/(^|; )consent=1\./.test(document.cookie) && !globalPrivacyControl) root.dataset.asks = '';
  try {
    // What the menu has stored of the account goes with the session, however that ended (ACC-25, ACC-27).
    if (!signedIn) sessionStorage.removeItem('account');
    // Who has read here before is shown where they were, with an account or without.
    const kept = localStorage.getItem('places');
    if (kept) root.dataset.reader = '1';
    // Room for where they go on, before it is known what stands there (islands/reading/continue-reading).
    const goOn = localStorage.getItem('goOn');
    if (goOn !== '0' && (signedIn ? goOn || kept : kept && kept !== '{}')) root.dataset.goOn = '';
    const theme = localStorage.getItem('theme');
    if (theme) root.dataset.theme = theme;
    // The page in the browser's first language is offered in one line, until somebody has chosen a language.
    if (!localStorage.getItem('language')) root.style.setProperty(offer, 'block');
    // The heading's face lies in the browser's cache already, so nobody waits for it.
    if (localStorage.getItem('face')) root.dataset.face = '';
    // How this reader has chosen to see the story, and where they were: before anything is drawn, so that nothing jumps.
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
    // Storage may be forbidden; then the system's preference holds.
  }
  addEventListener('click', ({ target }) => {
    const choice = (target as Element).closest<HTMLElement>('[data-language]')?.dataset.language;
    if (!choice) return;
    root.style.removeProperty(offer);
    try {
      localStorage.setItem('language', choice);
    } catch {
      // As above.
    }
  });
  // Pictures that are far away wait for the first one (pages/stories/stage).
  addEventListener('load', () => {
    root.dataset.loaded = '';
  });
  // Else it is asked for early, but after the largest picture: on a slow line that keeps first place.
  const showFace = async () => {
    const largest = document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]');
    await Promise.allSettled([...largest].map((picture) => picture.decode()));
    root.dataset.face = '';
    try {
      if ((await document.fonts.load('750 1em Piazzolla')).length > 0) localStorage.setItem('face', '1');
    } catch {
      // A face that did not come, or that cannot be noted, is asked for on the next page again.
    }
  };
  if (!('face' in root.dataset)) addEventListener('DOMContentLoaded', showFace);
}
