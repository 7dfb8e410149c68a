/** Decides whether uploads may run: not while paused, offline or rate-limited. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useWait } from './useWait.ts';
import { FOR_THE_LINE } from './waits.ts';

export function usePauses(isIdle: boolean, halt: () => void) {
  const [paused, setPaused] = useState(false);
  const { wait, begin, end, lineIsBack } = useWait();
  const cutOff = useEffectEvent(() => {
    if (isIdle || paused) return;
    // Without this, running uploads would hang after the network goes.
    halt();
    begin(FOR_THE_LINE);
  });
  useEffect(() => {
    addEventListener('offline', cutOff);
    return () => removeEventListener('offline', cutOff);
  }, []);
  useEffect(() => {
    if (!isIdle) return;
    setPaused(false);
    end();
  }, [isIdle, end]);
  return {
    paused,
    wait,
    begin,
    lineIsBack,
    pause(): void {
      setPaused(true);
      halt();
    },
    resume(): void {
      setPaused(false);
      end();
    },
  };
}
