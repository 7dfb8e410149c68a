// Runs before the first paint, hence classic, blocking and tiny: the chosen theme, and what only scripts can know.
{
  const root = document.documentElement;
  root.dataset.js = '';
  // A readable companion of the session cookie (decisions.md §1): the menu keeps the right room from the start.
  const signedIn = /(^|; )signed_in=1/.test(document.cookie);
  if (signedIn) root.dataset.signedIn = '';
  try {
    // What the menu has stored of the account goes with the session, however that ended (ACC-25, ACC-27).
    if (!signedIn) sessionStorage.removeItem('account');
    const theme = localStorage.getItem('theme');
    if (theme) root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; then the system's preference holds.
  }
}
