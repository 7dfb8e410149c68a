import { useEffect, useRef, useState } from 'react';
import { useWording } from '../useRefusal.ts';
import { createFormAutosave, type FormShown, type Source } from './formAutosave.ts';

export function useAutosave<Values extends object>(first: Values, source: Source<Values>) {
  const wording = useWording();
  const from = useRef(source);
  from.current = source;
  const [shown, setShown] = useState<FormShown<Values>>({
    values: first,
    state: { kind: 'clean' },
    wrong: null,
    taken: [],
  });
  const [form] = useState(() =>
    createFormAutosave(first, {
      source: () => from.current,
      wording,
      show: (patch) => setShown((now) => ({ ...now, ...patch })),
    }),
  );

  useEffect(() => {
    const hidden = () => document.hidden && form.flush();
    const leaving = (event: BeforeUnloadEvent) => {
      form.flush();
      if (!form.isSafe()) event.preventDefault();
    };
    document.addEventListener('visibilitychange', hidden);
    addEventListener('online', form.flush);
    addEventListener('beforeunload', leaving);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('online', form.flush);
      removeEventListener('beforeunload', leaving);
      form.stop();
    };
  }, [form]);

  return { ...shown, ...form };
}
