import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { formatDate, formatTime } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import type { CalendarDay, CalendarEntry } from '../../server/domains/discovery/lists/queries-calendar.ts';
import { utcDay } from '../../server/lib/days.ts';
import { daysOf } from '../../server/lib/months.ts';
import { address } from '../addresses.ts';
import { weekdayOf } from '../creator/schedule/month.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Day, Days } from '../ui/Days.tsx';
import { Empty } from '../ui/Empty.tsx';
import { FirstScreenEnd } from '../ui/FirstScreenEnd.tsx';
import { IconLink } from '../ui/IconButton.tsx';
import { Topic } from '../ui/Topic.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { calendarAddress, shownMonths } from './months.ts';
import css from './Page.module.css';

/** A month by days: published and announced episodes. UTC without a script. */
export default function Page({ data: { calendar, month, today } }: { data: Data }) {
  const t = useTranslations('calendar');
  const href = useHref();
  const said = useDayWords();
  const present = today.slice(0, 7);
  const months = shownMonths(present);
  const at = months.indexOf(month);
  const [before, after] = [months[at - 1], months[at + 1]];
  const name = said(`${month}-01`, { month: 'long', year: 'numeric' });
  const held = new Map(calendar.days.map((day) => [day.day, day]));
  return (
    <Wrap as="main" id="main">
      <Topic heading={t('heading')}>{t('lead')}</Topic>
      <nav className={css.months} aria-label={t('months')}>
        {before && (
          <IconLink href={href(calendarAddress(before, present))} icon="chevron-left" label={t('before')} />
        )}
        <h2 className={css.month}>{name}</h2>
        {after && (
          <IconLink href={href(calendarAddress(after, present))} icon="chevron-right" label={t('after')} />
        )}
        {month !== present && (
          <LinkButton kind="quiet" href={href('/calendar')}>
            {t('thisMonth')}
          </LinkButton>
        )}
      </nav>
      {calendar.days.length === 0 ? (
        <NothingIn name={name} next={calendar.next} present={present} />
      ) : (
        <>
          <div className={css.weekdays} aria-hidden="true">
            {daysOf('2026-06')
              .slice(0, 7)
              .map((day) => (
                <span key={day}>{said(day, { weekday: 'short' })}</span>
              ))}
          </div>
          <Days label={t('days')}>
            {daysOf(month).map((day) => {
              const { entries = [], hasMore = false } = held.get(day) ?? {};
              const count = entries.length;
              return (
                <Day
                  key={day}
                  number={Number(day.slice(8))}
                  column={day.endsWith('-01') ? weekdayOf(day) : undefined}
                  count={count}
                  said={t(hasMore ? 'dayEpisodesMore' : 'dayEpisodes', { count })}
                  href={count > 0 ? href(calendarAddress(month, present, day)) : undefined}
                  current={day === today}
                  today={day === today}
                />
              );
            })}
          </Days>
          <FirstScreenEnd />
          <div className={css.days}>
            <PlainIsland name="when" facts={{ list: '' }}>
              {calendar.days.map((day) => (
                <DaySection key={day.day} day={day} isToday={day.day === today} />
              ))}
            </PlainIsland>
          </div>
        </>
      )}
    </Wrap>
  );
}

function useDayWords() {
  const locale = useLocale();
  return (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`));
}

function DaySection({ day: { day, entries, hasMore }, isToday }: { day: CalendarDay; isToday: boolean }) {
  const t = useTranslations('calendar');
  const said = useDayWords();
  return (
    <section id={day} className={css.day} data-day={day}>
      <h3 className={css.date}>
        {said(day, { weekday: 'long' })} <span className={css.digits}>{formatDate(day)}</span>
        {isToday && <span className={css.now}>{t('today')}</span>}
      </h3>
      <ul className={css.entries}>
        {entries.map((entry) => (
          <li key={`${entry.slug}/${entry.number}`}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      {hasMore && <p className={css.more}>{t('more')}</p>}
    </section>
  );
}

function Entry({ entry: { slug, number, at, title, language, author, isAhead } }: { entry: CalendarEntry }) {
  const t = useTranslations('calendar');
  const href = useHref();
  const to = isAhead
    ? address('/stories/@slug', { slug })
    : address('/stories/@slug/@number', { slug, number });
  return (
    <a className={css.entry} href={href(to)}>
      <time className={css.time} dateTime={at.toISOString()}>
        {formatTime(at)} UTC
      </time>
      <span className={css.words}>
        <span className={css.title} lang={language} dir="auto">
          {title}
        </span>
        <span className={css.by}>
          {t('episode', { number })} · {author}
          {isAhead && ` · ${t('ahead')}`}
        </span>
      </span>
    </a>
  );
}

function NothingIn({ name, next, present }: { name: string; next: CalendarEntry | null; present: string }) {
  const t = useTranslations('calendar');
  const href = useHref();
  return (
    <Empty
      level={3}
      heading={t('none', { month: name })}
      actions={
        next && (
          <LinkButton href={href(calendarAddress(utcDay(next.at).slice(0, 7), present, utcDay(next.at)))}>
            {t('toNext')}
          </LinkButton>
        )
      }
    >
      <p>{t('noneHint')}</p>
      <p>
        {next
          ? t('next', {
              title: next.title,
              number: next.number,
              date: formatDate(next.at),
              time: formatTime(next.at),
            })
          : t('noNext')}
      </p>
    </Empty>
  );
}
