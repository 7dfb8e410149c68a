import { formatDate, formatTime } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';

/** 12 ms, 41 s, 4 min 12 s, 3 h 5 min, 2 days 4 h. */
export function useDuration(): (ms: number) => string {
  const t = useTranslations('queues');
  return (ms) => {
    if (ms < 1000) return t('durations.ms', { ms: Math.max(0, Math.round(ms)) });
    const s = Math.round(ms / 1000);
    if (s < 60) return t('durations.s', { s });
    const min = Math.floor(s / 60);
    if (min < 60) return t('durations.min', { min, s: s % 60 });
    const h = Math.floor(min / 60);
    return h < 24
      ? t('durations.h', { h, min: min % 60 })
      : t('durations.d', { d: Math.floor(h / 24), h: h % 24 });
  };
}

/** UTC. Times of today without a date. */
export const momentText = (at: string, now: string): string =>
  formatDate(at) === formatDate(now) ? formatTime(at) : `${formatDate(at).slice(0, 5)} ${formatTime(at)}`;

export const secondText = (at: string): string => at.slice(11, 19);

export const jobText = ({ area, number }: { area: string; number: string }): string => `${area}:${number}`;

export function useJobWords(): (name: string) => string {
  const t = useTranslations('queues');
  return (name) => {
    const key = `jobs.codes.${name}` as 'jobs.codes.mail.send';
    return t.has(key) ? t(key) : name;
  };
}
