import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import type { Landing } from '../../server/domains/reading/queries-landing.ts';
import { CoverGrid } from '../ui/CoverGrid.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { StoryCard } from '../ui/StoryCard.tsx';
import css from './Calendar.module.css';

/** The week as links, and what came out on the chosen day. Days to come are not links: they have nothing to show yet. */
export function Calendar({ days, today, day: shown, isDayEmpty, entries }: Landing['calendar']) {
  const t = useTranslations('landing');
  const href = useHref();
  const weekday = new Intl.DateTimeFormat(useLocale(), { weekday: 'short', timeZone: 'UTC' });
  return (
    <section id="calendar">
      <SectionHead heading={t('week')} />
      <nav className={css.week} aria-label={t('calendar')}>
        {days.map((day) => {
          const parts = (
            <>
              {weekday.format(new Date(day))}
              <b>{Number(day.slice(-2))}</b>
            </>
          );
          if (day > today) return <span key={day}>{parts}</span>;
          return (
            <a
              key={day}
              href={href(day === today ? '/#calendar' : `/?day=${day}#calendar`)}
              aria-current={day === shown ? 'date' : undefined}
            >
              {parts}
            </a>
          );
        })}
      </nav>
      {isDayEmpty && <p className={css.empty}>{t('dayEmpty')}</p>}
      <CoverGrid>
        {entries.map((story) => (
          <StoryCard
            key={story.id}
            href={href(`/stories/${story.slug}`)}
            title={story.title}
            cover={story.cover}
            fresh={story.fresh ? t('fresh') : undefined}
            premium={story.premium ? t('premium') : undefined}
            meta={`${t('episode', { number: story.episode.number })} · ${story.author}`}
            colour={story.colour ?? undefined}
            language={story.language}
          />
        ))}
      </CoverGrid>
    </section>
  );
}
