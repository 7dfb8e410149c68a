/** Speed and voices, as this device keeps them: another one has other voices. */

export type Kept = {
  rate: number;
  /** Address of a voice by its language. */
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
    // Storage may be forbidden, or hold what is none of ours.
    return { rate: 1, voices: {} };
  }
}

export function keepVoice(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or forbidden: it holds until the page is left.
  }
}

/** The next chapter goes on by itself: said to the page that comes, which nobody has touched yet. */
export function goOnAt(href: string): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Then it waits for a press.
  }
  const url = new URL(href);
  url.hash = ALOUD;
  location.assign(url);
}

export const ALOUD = '#aloud';

/** Whether the page before has sent us; asked once. */
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
