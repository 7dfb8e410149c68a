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

/** When the next episode comes, as its creators have told: in UTC, and with a script by the reader's own clock (islands/local-times). */
export function NextRelease({ release }: { release: Release }) {
  const t = useTranslations('story');
  const values = useValues(release);
  // The space in the text, since React marks the place between two texts.
  return <PlainIsland name="when">{t.rich('nextRelease', { ...values, lead: ' ' })}</PlainIsland>;
}

/** In a list, in so few words that a phone shows them in one line, in UTC as well. */
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
