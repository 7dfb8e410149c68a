import { anchorOf } from '../../../islands/community/comments/anchor.ts';
import OneComment from '../../../islands/community/OneComment.tsx';
import { Island } from '../../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { COMMENT_MAX_LENGTH } from '../../../server/domains/community/comments/rules.ts';
import { address } from '../../addresses.ts';
import { ListPager } from '../../creator/ListPager.tsx';
import { threadAddress } from '../../stories/thread/load.ts';
import css from '../../stories/thread/ThreadPage.module.css';
import { LinkButton } from '../../ui/Button.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { place, comment, inThread, replies, thread } }: { data: Data }) {
  const t = useTranslations('comments');
  const href = useHref();
  const { id } = comment;
  const { story, episode } = place;
  const addressAt = (page: number) =>
    address('/comments/@id', { id }, { query: { page: page === 1 ? null : page } });
  const own = addressAt(replies.page);
  // `inThread` is null for comments too far back to count their page.
  const toThread = threadAddress(place, inThread === null ? {} : { page: inThread, hash: anchorOf(id) });
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1>{t('one')}</h1>
      <p className={css.way} lang={story.language} dir="auto">
        {episode === null ? story.title : `${story.title} · ${episode.number} · ${episode.title}`}
      </p>
      <Island
        name="OneComment"
        component={OneComment}
        props={{
          comment,
          replies: replies.replies,
          page: own,
          here: href(own),
          ...thread,
          maxLength: COMMENT_MAX_LENGTH,
        }}
      />
      <ListPager
        page={replies.page}
        pages={Math.max(1, Math.ceil(replies.total / replies.per_page))}
        hrefOf={(to) => href(addressAt(to))}
      />
      <p>
        <LinkButton href={href(toThread)}>{t('all')}</LinkButton>
      </p>
    </Wrap>
  );
}
