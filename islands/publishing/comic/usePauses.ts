/** Whether anything is sent at present: not while somebody has paused it, nor while the line is gone or the server asks for time. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useWait } from './useWait.ts';
import { FOR_THE_LINE } from './waits.ts';

/** `halt` takes back what is on its way. */
export function usePauses(isIdle: boolean, halt: () => void) {
  const [paused, setPaused] = useState(false);
  const { wait, begin, end, lineIsBack } = useWait();
  const cutOff = useEffectEvent(() => {
    if (isIdle || paused) return;
    // What is on its way when the network goes would hang until somebody notices.
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
