import { useHref, useLocale, useTranslations } from '../../../locales/react.tsx';
import { daysOf } from '../../../server/lib/months.ts';
import { address } from '../../addresses.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import type { Data } from './+data.ts';
import { Entry } from './Entry.tsx';
import { byDay, monthBeside, weekdayOf } from './month.ts';
import css from './Page.module.css';

/** A month of planned and published episodes in the creator's zone: a grid, on phones a list. */
export default function Page({ data }: { data: Data }) {
  const t = useTranslations('schedule');
  const href = useHref();
  const locale = useLocale();
  const { month, today, zone, entries } = data;
  const monthHref = (of: string) => href(address('/creator/schedule', {}, { query: { month: of } }));
  const [before, after] = [monthBeside(month, -1), monthBeside(month, 1)];
  const said = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`));
  const name = said(`${month}-01`, { month: 'long', year: 'numeric' });
  const days = byDay(entries, zone);
  return (
    <>
      <PageHead title={t('title')} />
      <nav className={css.months} aria-label={t('months')}>
        {before !== null && <IconLink href={monthHref(before)} icon="chevron-left" label={t('before')} />}
        <h2 className={css.month} id="month">
          {name}
        </h2>
        {after !== null && <IconLink href={monthHref(after)} icon="chevron-right" label={t('after')} />}
        {!today.startsWith(month) && (
          <LinkButton kind="quiet" href={href('/creator/schedule')}>
            {t('thisMonth')}
          </LinkButton>
        )}
        <span className={css.zone}>{t('zone', { zone: zone.replaceAll('_', ' ') })}</span>
      </nav>
      {data.more && <Notice kind="warn">{t('more')}</Notice>}
      {entries.length === 0 ? (
        <Empty
          heading={t('none', { month: name })}
          actions={
            <LinkButton href={href('/creator/stories')} kind="filled" icon="library">
              {t('toStories')}
            </LinkButton>
          }
        >
          <p>{t('noneHint')}</p>
        </Empty>
      ) : (
        <>
          <div className={css.weekdays} aria-hidden="true">
            {daysOf('2026-06')
              .slice(0, 7)
              .map((day) => (
                <span key={day}>{said(day, { weekday: 'short' })}</span>
              ))}
          </div>
          <ol className={css.days} aria-labelledby="month">
            {daysOf(month).map((day) => {
              const held = days.get(day) ?? [];
              return (
                <li
                  key={day}
                  className={classes(
                    css.day,
                    weekdayOf(day) === 1 && css.monday,
                    day === today && css.today,
                    held.length === 0 && css.free,
                  )}
                  style={{ gridColumnStart: weekdayOf(day) }}
                >
                  <h3 className={css.date}>
                    <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
                      <span className={css.long}>
                        {said(day, { weekday: 'long', day: 'numeric', month: 'long' })}
                      </span>
                      <span className={css.short} aria-hidden="true">
                        {Number(day.slice(8))}
                      </span>
                    </time>
                    {day === today && <span className={css.now}>{t('today')}</span>}
                  </h3>
                  {held.length > 0 && (
                    <ul className={css.entries}>
                      {held.map((entry) => (
                        <li key={entry.episode_id}>
                          <Entry entry={entry} zone={zone} />
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              );
            })}
          </ol>
        </>
      )}
    </>
  );
}
