import Comments from '#islands/community/Comments.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { COMMENT_MAX_LENGTH } from '../../../server/domains/community/comments/rules.ts';
import type { ReaderPage } from '../../../server/domains/reading/reader/queries-reader.ts';
import { address } from '../../addresses.ts';
import { Panel } from './Panel.tsx';

/** Comments of an episode (RDR-04), loaded on opening. Without a script, a link to their page. */
export function CommentsPanel({ reading }: { reading: ReaderPage }) {
  const t = useTranslations('comments');
  const href = useHref();
  const page = address('/stories/@slug/@number/comments', {
    slug: reading.storySlug,
    number: reading.number,
  });
  return (
    <Panel name="comments" heading={t('heading')}>
      <Island
        name="Comments"
        component={Comments}
        props={{
          subject: { kind: 'episode', id: reading.episodeId },
          page,
          here: href(page),
          start: null,
          sort: 'top',
          hasSession: false,
          maxLength: COMMENT_MAX_LENGTH,
          isPanel: true,
        }}
        wake="visible"
      />
    </Panel>
  );
}
