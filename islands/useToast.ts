import { type ReactNode, useEffect, useState } from 'react';

const SHOWN_MS = 4000;

export function useToast() {
  const [text, setText] = useState<ReactNode>(null);
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => setText(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, show: setText };
}
