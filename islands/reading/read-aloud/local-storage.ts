/** Speed and voices, per device, because other devices have other voices. */

export type Kept = {
  rate: number;
  /** Voice URI by language. */
  voices: Record<string, string>;
};

const KEY = 'aloud';
export const RATES = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

export function readKept(): Kept {
  try {
    const { rate, voices } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    const isRate = RATES.some((each) => each === rate);
    return { rate: isRate && rate ? rate : 1, voices: typeof voices === 'object' && voices ? voices : {} };
  } catch {
    return { rate: 1, voices: {} };
  }
}

export function keepVoice(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or forbidden: the choice lasts until the page is left.
  }
}

/** Tells the next chapter's page to continue by itself, although nobody has touched it. */
export function goOnAt(href: string): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Then waits for the user to press play.
  }
  const url = new URL(href);
  url.hash = ALOUD;
  location.assign(url);
}

export const ALOUD = '#aloud';

/** True when the previous page sent us. Asks only once. */
export function takeGoingOn(): boolean {
  if (location.hash !== ALOUD) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  try {
    const isGoingOn = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isGoingOn;
  } catch {
    return false;
  }
}
