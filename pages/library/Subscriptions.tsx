import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import type { Data } from './+data.ts';
import css from './Page.module.css';

type Story = Data['library']['subscriptions'][number];

/** What somebody follows; what has something new says so. */
export function Subscriptions({ stories }: { stories: readonly Story[] }) {
  const t = useTranslations('library');
  const href = useHref();
  if (stories.length === 0) return <p className={css.note}>{t('noSubscriptions')}</p>;
  return (
    <ul className={css.grid}>
      {stories.map((story) => (
        <li key={story.id}>
          <a className={css.card} href={href(address('/stories/@slug', { slug: story.slug }))}>
            {story.thumbnail_url ? (
              <img src={story.thumbnail_url} alt="" width={320} height={320} loading="lazy" />
            ) : (
              <span className={css.blank} />
            )}
            <b lang={story.language} dir="auto">
              {story.title}
            </b>
          </a>
          <p className={css.note}>
            {story.new_episodes > 0 ? (
              <span className={css.fresh}>{t('fresh', { count: story.new_episodes })}</span>
            ) : (
              story.author.display_name
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
