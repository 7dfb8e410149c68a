import type { CSSProperties } from 'react';
import type { Locale } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import type { Landing } from '../../server/domains/reading/queries-landing.ts';
import { kept } from '../../server/lib/kept.ts';
import { address } from '../addresses.ts';
import { StoryCards } from '../layout/StoryCards.tsx';
import { classes } from '../ui/classes.ts';
import { SectionHead } from '../ui/SectionHead.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import css from './Calendar.module.css';

const weekdaysOf = (weekday: 'short' | 'long') =>
  kept((locale: Locale) => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }));
const weekdays = { short: weekdaysOf('short'), long: weekdaysOf('long') };

/** A day is drawn with at most so many ticks. */
const TICKS_MAX_COUNT = 7;

/** The week up to today, with a tick for each story of a day; what came out on the open day below. Empty days are no links. */
export function Calendar({ days, today, day: shown, entries }: Landing['calendar']) {
  const t = useTranslations('landing');
  const href = useHref();
  const locale = useLocale();
  const weekday = (day: string, style: 'short' | 'long') => weekdays[style](locale).format(new Date(day));
  return (
    <section id="calendar">
      <SectionHead heading={t('week')} />
      <nav className={css.week} aria-label={t('calendar')}>
        {days.map(({ day, count }) => {
          const look = classes(css.day, day === today && css.today);
          const parts = (
            <>
              {day === today ? t('today') : weekday(day, 'short')}
              <b>{Number(day.slice(-2))}</b>
              <i
                className={count === 0 ? css.none : css.ticks}
                style={{ '--n': Math.min(count, TICKS_MAX_COUNT) } as CSSProperties}
                aria-hidden="true"
              />
              <VisuallyHidden>{t('dayStories', { count })}</VisuallyHidden>
            </>
          );
          if (count === 0) {
            return (
              <span key={day} className={look}>
                {parts}
              </span>
            );
          }
          return (
            <a
              key={day}
              className={look}
              href={href(address('/', {}, { query: { day }, hash: 'calendar' }))}
              aria-current={day === shown ? 'date' : undefined}
            >
              {parts}
            </a>
          );
        })}
      </nav>
      {shown !== today && (
        <p className={css.note}>
          {shown === null ? t('latest') : t('dayOf', { weekday: weekday(shown, 'long') })}
        </p>
      )}
      <StoryCards
        stories={entries}
        metaOf={({ episode, author }) => `${t('episode', { number: episode.number })} · ${author}`}
        whole
      />
    </section>
  );
}
