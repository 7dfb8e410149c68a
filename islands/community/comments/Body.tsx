import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { Icon } from '../../../pages/ui/Icon.tsx';
import type { CommentView } from '../../../server/domains/community/comments/queries.ts';
import css from './Comments.module.css';

export function Body({ comment }: { comment: Pick<CommentView, 'parts' | 'spoiler'> }) {
  const t = useTranslations('comments');
  const href = useHref();
  // Keys by index: parts have no ids and never change their order.
  const text = (
    <p className={css.body} dir="auto">
      {comment.parts.map(({ text: words, url, mention }, place) => {
        const key = `${place}`;
        if (url !== undefined)
          return (
            <a key={key} href={url} rel="nofollow ugc noopener noreferrer">
              {words}
            </a>
          );
        if (mention !== undefined)
          return (
            <a key={key} href={href(address('/profile/@slug', { slug: mention }))}>
              {words}
            </a>
          );
        return words;
      })}
    </p>
  );
  if (!comment.spoiler) return text;
  return (
    <details className={css.spoiler}>
      <summary>
        <Icon name="eye-off" /> <b>{t('spoiler')}</b> <span>{t('spoilerOpen')}</span>
      </summary>
      {text}
    </details>
  );
}
