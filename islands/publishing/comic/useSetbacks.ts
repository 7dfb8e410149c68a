import { useRef } from 'react';
import { formatDate, formatTime, type MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { ApiError, isCutOff, isPassing } from '../../api.ts';
import { useWording } from '../../useRefusal.ts';
import type { Skipped } from './sendFile.ts';
import type { PagesEvent } from './state.ts';
import { type Wait, waitAfter } from './waits.ts';

export function useSetbacks(
  dispatch: (event: PagesEvent) => void,
  begin: (wait: Wait) => void,
  zone: string,
) {
  const t = useTranslations('console');
  const problems = useTranslations('problems');
  const wording = useWording();
  const tries = useRef(new Map<string, number>());

  const failed = (key: string, error: unknown): void => {
    const isOnline = navigator.onLine;
    const count = (tries.current.get(key) ?? 0) + 1;
    const nowMs = Date.now();
    const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : null;
    const setback = { tries: count, isOnline, isAnswered: !isCutOff(error), retryAfterMs, nowMs };
    const next = isPassing(error) ? waitAfter(setback) : null;
    if (next !== null) {
      if (isOnline) tries.current.set(key, count);
      dispatch({ type: 'halted', key });
      begin(next);
      return;
    }
    tries.current.delete(key);
    const problem = error instanceof ApiError ? wordsOf(error) : t('entryDamaged');
    const from = isPassing(error) && retryAfterMs !== null ? new Date(nowMs + retryAfterMs) : null;
    dispatch({
      type: 'refused',
      key,
      problem:
        from === null
          ? problem
          : `${problem} ${t('uploadsFrom', { moment: `${formatDate(from, zone)} ${formatTime(from, zone)}` })}`,
      retryable: isPassing(error),
    });
  };
  const wordsOf = (error: unknown): string => {
    const { message, fields } = wording(error);
    return Object.values(fields).flat()[0] ?? message;
  };
  const skippedWords = (skipped: readonly Skipped[]): string =>
    skipped
      .map(({ name, reason }) => {
        const key = reason as MessageKey<'problems'>;
        return t('skipped', { name, problem: problems.has(key) ? problems(key) : problems('invalid') });
      })
      .join(' ');

  return {
    failed,
    skippedWords,
    forget: (key: string): void => void tries.current.delete(key),
  };
}
