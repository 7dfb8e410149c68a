import type { CSSProperties } from 'react';
import { formatDate } from '../../locales/index.ts';
import { useLocale, useTranslations } from '../../locales/react.tsx';
import { daysOf, monthName } from '../../server/lib/months.ts';
import { classes } from '../ui/classes.ts';
import { storied } from '../ui/storyColour.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import type { Data } from './+data.ts';
import { minutesOf, useWords } from './labels.ts';
import css from './Shelf.module.css';

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const dateOf = (day: string) => formatDate(noon(day)).slice(0, 5);

/** A month as a shelf: one spine per day, its height the minutes, its colours the stories. */
export function Shelf({ data: { month, days, shown } }: { data: Data }) {
  const t = useTranslations('attention');
  const locale = useLocale();
  const words = useWords();
  const read = new Map(days.map((day) => [day.day, day]));
  const tallest = days.reduce((most, day) => (day.seconds > most.seconds ? day : most), {
    day: '',
    seconds: 1,
  });
  const all = daysOf(month);
  return (
    <>
      <ol
        className={css.shelf}
        style={{ '--days': all.length } as CSSProperties}
        aria-label={t('days', { month: monthName(month, locale) })}
      >
        {all.map((day) => {
          const of = read.get(day);
          const text = t('dayMinutes', {
            date: dateOf(day),
            minutes: of ? words.time(of.seconds) : t('minutes', { count: 0 }),
          });
          if (of === undefined)
            return (
              <li key={day} className={css.none} title={text}>
                <VisuallyHidden>{text}</VisuallyHidden>
              </li>
            );
          return (
            <li
              key={day}
              title={text}
              data-top={day === tallest.day ? words.short(of.seconds) : undefined}
              style={
                { '--v': `${Math.max(1, (of.seconds / tallest.seconds) * 100).toFixed(1)}%` } as CSSProperties
              }
            >
              <VisuallyHidden>{text}</VisuallyHidden>
              {of.stories.map(({ story_id: id, seconds }) => (
                <Part key={id} seconds={seconds} colour={(id && shown[id]?.colour) || undefined} />
              ))}
            </li>
          );
        })}
      </ol>
      <ol className={css.numbers} style={{ '--days': all.length } as CSSProperties} aria-hidden="true">
        {all.map((day) => (
          <li key={day}>{Number(day.slice(8))}</li>
        ))}
      </ol>
    </>
  );
}

function Part({ seconds, colour }: { seconds: number; colour: Parameters<typeof storied>[0] }) {
  const story = storied(colour);
  return (
    <i
      className={classes(css.part, story.className)}
      style={{ ...story.style, '--m': seconds } as CSSProperties}
    />
  );
}

export function Caption({ data: { days, shown } }: { data: Data }) {
  const t = useTranslations('attention');
  const locale = useLocale();
  const words = useWords();
  const [first] = days.toSorted((a, b) => b.seconds - a.seconds);
  if (first === undefined || minutesOf(first.seconds) === 0)
    return <p className={css.caption}>{t('caption')}</p>;
  const [most] = first.stories;
  const story = most?.story_id ? shown[most.story_id]?.title : undefined;
  const tallest = {
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(noon(first.day)),
    day: Number(first.day.slice(8)),
    minutes: words.time(first.seconds),
  };
  return (
    <p className={css.caption}>
      {t('caption')} {story ? t('tallest', { ...tallest, story }) : t('tallestPlain', tallest)}
    </p>
  );
}
