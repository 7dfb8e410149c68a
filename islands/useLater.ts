import { useEffect, useState } from 'react';

/**
 * Code that a page needs only when somebody asks for it. `load` is an `import()` that stands outside the component.
 * What could not be loaded is told, and tried again when it is wanted again.
 */
export function useLater<Code>(
  load: () => Promise<Code>,
  isWanted: boolean,
): { code: Code | null; isMissing: boolean } {
  const [code, setCode] = useState<Code | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!isWanted || code !== null) return;
    let isGone = false;
    setMissing(false);
    load().then(
      (loaded) => isGone || setCode(() => loaded),
      () => isGone || setMissing(true),
    );
    return () => {
      isGone = true;
    };
  }, [load, isWanted, code]);
  return { code, isMissing };
}
