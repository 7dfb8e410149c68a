/** Times and small amounts in words. Counts whole minutes, and says "less" below one. */
import { formatMoney } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';

export const minutesOf = (seconds: number): number => Math.floor(seconds / 60);

export function useWords() {
  const t = useTranslations('attention');
  const split = (seconds: number) => {
    const whole = minutesOf(seconds);
    return { whole, hours: Math.floor(whole / 60), minutes: whole % 60 };
  };
  return {
    /** 11 hours and 14 minutes. */
    time(seconds: number): string {
      const { whole, hours, minutes } = split(seconds);
      if (whole === 0) return t('under');
      if (hours === 0) return t('minutes', { count: minutes });
      if (minutes === 0) return t('hours', { count: hours });
      return t('time', { hours: t('hours', { count: hours }), minutes: t('minutes', { count: minutes }) });
    },
    /** 2 h 05. */
    short(seconds: number): string {
      const { whole, hours, minutes } = split(seconds);
      if (hours > 0) return t('shortHours', { hours, minutes: String(minutes).padStart(2, '0') });
      return t('shortMinutes', { minutes: whole === 0 && seconds > 0 ? '< 1' : String(minutes) });
    },
    amount(micros: number): string {
      const cents = Math.round(micros / 10_000);
      if (cents === 0) return t('amounts.little');
      if (cents < 100) return t('amounts.cents', { count: cents });
      return t('amounts.money', { amount: formatMoney(cents / 100) });
    },
  };
}
