import Comments from '#islands/community/Comments.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { COMMENT_MAX_LENGTH } from '#server/domains/community/comments/rules.ts';
import type { StoryPage } from '#server/domains/reading/reader/queries-story.ts';
import { address } from '../../addresses.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import css from './StoryComments.module.css';

/** Maximum that fits beside the episode list. */
const SHOWN_COUNT = 2;

export function StoryComments({ story: { id, slug, commentsCount } }: { story: StoryPage }) {
  const t = useTranslations('story');
  const href = useHref();
  const page = address('/stories/@slug/comments', { slug });
  return (
    <section className={css.comments}>
      <SectionHead heading={t('comments')} note={commentsCount > 0 && formatNumber(commentsCount)} />
      <Island
        name="Comments"
        component={Comments}
        props={{
          subject: { kind: 'story', id },
          page,
          here: href(page),
          start: null,
          sort: 'top',
          hasSession: false,
          maxLength: COMMENT_MAX_LENGTH,
          few: SHOWN_COUNT,
        }}
        wake="visible"
      />
    </section>
  );
}
