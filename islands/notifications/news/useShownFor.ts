import { useEffect, useRef, useState } from 'react';

/** Calls `onOver` after this display time. The time pauses while the element has the focus or the pointer. */
export function useShownFor(ms: number, onOver: () => void) {
  const [isHeld, setHeld] = useState({ focus: false, pointer: false });
  const over = useRef(onOver);
  over.current = onOver;
  const stands = isHeld.focus || isHeld.pointer;
  useEffect(() => {
    if (stands) return;
    const timer = setTimeout(() => over.current(), ms);
    return () => clearTimeout(timer);
  }, [stands, ms]);
  return {
    onFocus: () => setHeld((now) => ({ ...now, focus: true })),
    onBlur: () => setHeld((now) => ({ ...now, focus: false })),
    onPointerEnter: () => setHeld((now) => ({ ...now, pointer: true })),
    onPointerLeave: () => setHeld((now) => ({ ...now, pointer: false })),
  };
}
