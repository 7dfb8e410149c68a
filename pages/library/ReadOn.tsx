import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import type { Data } from './+data.ts';
import css from './Page.module.css';

type Story = Data['library']['continue_reading'][number];

/** Where somebody goes on: at the page where they were, or with the next episode. */
export function ReadOn({ stories }: { stories: readonly Story[] }) {
  const t = useTranslations('library');
  const href = useHref();
  if (stories.length === 0) return <p className={css.note}>{t('noReading')}</p>;
  return (
    <ul className={css.rows}>
      {stories.map((story) => {
        const { slug, continue: place } = story;
        const number = place?.finished && place.next ? place.next.number : place?.number;
        const isAhead = place?.finished === true && place.next !== null;
        return (
          <li key={story.id} className={css.row}>
            {story.mini_thumbnail_url ? (
              <img
                className={css.cover}
                src={story.mini_thumbnail_url}
                alt=""
                width={72}
                height={72}
                loading="lazy"
              />
            ) : (
              <span className={css.cover} />
            )}
            <div className={css.what}>
              <a
                className={css.name}
                href={href(
                  number === undefined
                    ? address('/stories/@slug', { slug })
                    : address('/stories/@slug/@number', { slug, number }),
                )}
                lang={story.language}
                dir="auto"
              >
                {story.title}
              </a>
              {place !== null && (
                <p className={css.note}>
                  {isAhead
                    ? t('next', { number: number ?? 0 })
                    : t('place', {
                        number: place.number,
                        title: place.title,
                        item: place.item,
                        items: place.items,
                      })}
                </p>
              )}
              {place !== null && !isAhead && (
                <span className={css.bar}>
                  <i
                    style={{
                      width: `${place.items > 0 ? Math.round((100 * place.item) / place.items) : 0}%`,
                    }}
                  />
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
