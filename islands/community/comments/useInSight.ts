import { type RefObject, useEffect, useState } from 'react';

/** True while the element is visible, so not in a closed panel or below the viewport. `isThere` once rendered. */
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
