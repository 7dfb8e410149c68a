import type { ReactNode } from 'react';
import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { formatDate, formatTime, type Locale } from '../../locales/index.ts';
import { useLocale, useTranslations } from '../../locales/react.tsx';
import type { NextRelease as Release } from '../../server/domains/reading/reader/announced.ts';
import { kept } from '../../server/lib/kept.ts';
import { Icon } from '../ui/Icon.tsx';
import css from './NextRelease.module.css';

const weekdays = kept(
  (locale: Locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
);

/** Announced time of the next episode: UTC without a script, local time with one (islands/local-times). */
export function NextRelease({ release }: { release: Release }) {
  const t = useTranslations('story');
  const values = useValues(release);
  // The space is in the text, since React puts a marker between two texts.
  return <PlainIsland name="when">{t.rich('nextRelease', { ...values, lead: ' ' })}</PlainIsland>;
}

/** Short form for lists: one line on phones, in UTC too. */
export function NextLine({ release }: { release: Release }) {
  const t = useTranslations('story');
  const values = useValues(release);
  return (
    <p className={css.line}>
      <PlainIsland name="when">
        <Icon name="calendar-days" className={css.icon} />
        {t.rich('nextLine', values)}
      </PlainIsland>
    </p>
  );
}

function useValues({ number, publishAt }: Release) {
  const locale = useLocale();
  return {
    number,
    moment: `${weekdays(locale).format(publishAt)} ${formatDate(publishAt)} ${formatTime(publishAt)} UTC`,
    when: (chunks: ReactNode) => (
      <time key="when" dateTime={publishAt.toISOString().replace(/(:00)?\.000/, '')}>
        {chunks}
      </time>
    ),
  };
}
