import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { formatDate, formatTime, type Locale } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import type { AnnouncedEntry, Landing } from '../../server/domains/discovery/lists/queries-landing.ts';
import { kept } from '../../server/lib/kept.ts';
import { address } from '../addresses.ts';
import { StoryCards } from '../layout/StoryCards.tsx';
import { Day, Days } from '../ui/Days.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import css from './Calendar.module.css';

const weekdaysOf = (weekday: 'short' | 'long') =>
  kept((locale: Locale) => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }));
const weekdays = { short: weekdaysOf('short'), long: weekdaysOf('long') };

/** The last week with one mark per episode, and the chosen day's episodes. Empty days are no links. */
export function Calendar({ days, today, day: shown, entries, next }: Landing['calendar']) {
  const t = useTranslations('landing');
  const href = useHref();
  const locale = useLocale();
  const weekday = (day: string, style: 'short' | 'long') => weekdays[style](locale).format(new Date(day));
  const all = days.find(({ day }) => day === shown)?.count ?? 0;
  // The hero may show one of the episodes. For many episodes, only the first are shown.
  const count = all === entries.length + 1 ? entries.length : all;
  return (
    <section id="calendar">
      <SectionHead heading={t('week')} more={{ href: href('/calendar'), label: t('wholeCalendar') }} />
      <Days label={t('calendar')}>
        {days.map(({ day, count }) => (
          <Day
            key={day}
            word={day === today ? t('today') : weekday(day, 'short')}
            number={Number(day.slice(-2))}
            count={count}
            said={t('dayEpisodes', { count })}
            href={count > 0 ? href(address('/', {}, { query: { day }, hash: 'calendar' })) : undefined}
            current={day === shown}
            today={day === today}
          />
        ))}
      </Days>
      <p className={css.note}>
        <b>
          {shown === null
            ? t('latest')
            : shown === today
              ? t('dayNoteToday', { count })
              : t('dayNote', { weekday: weekday(shown, 'long'), count })}
        </b>
        {next && <Next {...next} />}
      </p>
      <StoryCards
        stories={entries}
        metaOf={({ episode, author }) => `${t('episode', { number: episode.number })} · ${author}`}
        whole
      />
    </section>
  );
}

/** The next announced episode, in UTC without a script. */
function Next({ slug, title, language, number, publishAt }: AnnouncedEntry) {
  const t = useTranslations('landing');
  const href = useHref();
  const locale = useLocale();
  const weekday = weekdays.short(locale).format(publishAt);
  return (
    <span className={css.next}>
      <PlainIsland name="when">
        {t.rich('next', {
          number,
          moment: `${weekday} ${formatDate(publishAt)} ${formatTime(publishAt)} UTC`,
          when: (chunks) => (
            <time key="when" dateTime={publishAt.toISOString()}>
              {chunks}
            </time>
          ),
          story: () => (
            <a key="story" href={href(address('/stories/@slug', { slug }))} lang={language} dir="auto">
              {title}
            </a>
          ),
        })}
      </PlainIsland>
    </span>
  );
}
