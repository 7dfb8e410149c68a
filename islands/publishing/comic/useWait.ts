import { useCallback, useEffect, useRef, useState } from 'react';
import { FOR_THE_LINE, longerWait, type Wait } from './waits.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

export function useWait() {
  const [wait, setWait] = useState<Wait | null>(null);
  const lineMs = useRef(FIRST_WAIT_MS);
  const end = useCallback(() => setWait(null), []);
  useEffect(() => {
    if (wait === null) return;
    const isForLine = wait.untilMs === null;
    const timer = setTimeout(
      () => (navigator.onLine ? end() : setWait(FOR_THE_LINE)),
      wait.untilMs === null ? lineMs.current : wait.untilMs - Date.now(),
    );
    if (isForLine) {
      // Browsers notice a lost network, but not an unreachable server. Retries with growing pauses.
      lineMs.current = Math.min(lineMs.current * 2, LONGEST_WAIT_MS);
      addEventListener('online', end);
    }
    return () => {
      clearTimeout(timer);
      removeEventListener('online', end);
    };
  }, [wait, end]);
  return {
    wait,
    begin: (next: Wait): void => setWait((now) => longerWait(now, next)),
    end,
    lineIsBack(): void {
      lineMs.current = FIRST_WAIT_MS;
    },
  };
}
