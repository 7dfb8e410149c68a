import { formatNumber } from '../../../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../../../locales/react.tsx';
import type { ConsoleStoryView } from '../../../../server/domains/stories/queries.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Cover } from '../../../ui/Cover.tsx';
import { StateMark } from '../../../ui/StateMark.tsx';
import { coverFacts } from '../../cover.ts';
import { languageName } from '../../languages.ts';
import { nextStep } from '../nextStep.ts';
import css from './Page.module.css';

/** One story of the list: what it is, how it stands, and what its creator does next. */
export function StoryRow({ story }: { story: ConsoleStoryView }) {
  const t = useTranslations('console');
  const href = useHref();
  const locale = useLocale();
  const path = `/creator/stories/${story.id}`;
  const words = {
    in_progress: t('filters.work_in_progress'),
    scheduled: '',
    published: t('filters.published'),
    blocked: '',
  };
  const step = nextStep(story);
  const drafts = story.episodes_count - story.published_count;
  const strong = { b: (chunks: React.ReactNode) => <b>{chunks}</b> };
  const mayEdit = story.role !== 'viewer' && story.publication_type !== 'novel';
  return (
    <article className={css.row}>
      <span className={css.cover}>
        <Cover picture={coverFacts(story.mini_thumbnail_url)} sizes="4.5rem" priority="lazy" />
      </span>
      <div className={css.what}>
        <a className={css.title} href={href(path)} lang={story.language} dir="auto">
          {story.title}
        </a>
        <p className={css.kind}>
          {t(`types.${story.publication_type}`)} · {languageName(story.language, locale)}
        </p>
      </div>
      <span className={css.state}>
        <StateMark state={story.published ? 'published' : 'in_progress'} words={words} />
      </span>
      <div className={css.figures}>
        <span>
          {t.rich('episodes', {
            ...strong,
            count: story.episodes_count,
            number: formatNumber(story.episodes_count),
          })}
        </span>
        {story.published && (
          <>
            <span>
              {t.rich('subscribers', {
                ...strong,
                count: story.subscribers_count,
                number: formatNumber(story.subscribers_count),
              })}
            </span>
            <span>
              {t.rich('reads', {
                ...strong,
                count: story.views_count,
                number: formatNumber(story.views_count),
              })}
            </span>
          </>
        )}
        <span className={css.next}>{t(`next.${step}`, { count: drafts })}</span>
      </div>
      <span className={css.do}>
        {mayEdit && (
          <LinkButton href={href(step === 'addCover' ? `${path}#details` : `${path}#add-episode`)}>
            {step === 'addCover' ? t('finishDetails') : t('newEpisode')}
          </LinkButton>
        )}
      </span>
    </article>
  );
}
