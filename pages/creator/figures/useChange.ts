import { formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { growth } from '../../../server/domains/reading/counts/rules.ts';

/** "18% more than before". Also says when there is nothing to compare. */
export function useChange(): (now: number, before: number) => string {
  const t = useTranslations('statistics');
  return (now, before) => {
    const percent = growth(now, before);
    if (percent === null) return now > 0 ? t('noneBefore') : t('asBefore');
    if (percent === 0) return t('asBefore');
    return percent > 0
      ? t('more', { percent: formatNumber(percent) })
      : t('fewer', { percent: formatNumber(-percent) });
  };
}

/** "+612", "−3" or "0". */
export const signed = (value: number): string =>
  value > 0 ? `+${formatNumber(value)}` : value < 0 ? `−${formatNumber(-value)}` : '0';
