import { useEffect, useState } from 'react';

/** `load` is an `import()` outside the component. Reports a failure, and retries when wanted again. */
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
