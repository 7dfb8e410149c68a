import { type RefObject, useEffect, useState } from 'react';

/** Whether somebody could see it: not in a closed panel, nor far below. `isThere` once it is drawn. */
export function useInSight(ref: RefObject<HTMLElement | null>, isThere: boolean): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!isThere || ref.current === null) return;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting === true));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, isThere]);
  return inSight;
}
