import { ActionForm } from '../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { type Address, address } from '../addresses.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { RowLink } from '../ui/RowLink.tsx';
import { storied } from '../ui/storyColour.ts';
import type { Data } from './+data.ts';
import { shelfAddress } from './address.ts';
import css from './Page.module.css';

type Story = Data['library']['continue_reading'][number];
type Shelf = 'reading' | 'finished';

export type ReadOnProps = {
  stories: readonly Story[];
  own: boolean;
  here: Address;
  from: Shelf;
};

export function ReadOn({ stories, own, here, from }: ReadOnProps) {
  const t = useTranslations('library');
  if (stories.length === 0)
    return <p className={css.note}>{from === 'finished' ? t('noFinished') : t('noReading')}</p>;
  return (
    <ul className={css.rows}>
      {stories.map((story) => (
        <Row key={story.id} story={story} own={own} here={here} from={from} />
      ))}
    </ul>
  );
}

function Row({ story, own, here, from }: Omit<ReadOnProps, 'stories'> & { story: Story }) {
  const t = useTranslations('library');
  const href = useHref();
  const { id, title, continue: place } = story;
  const { to, ahead } = onwardOf(story);
  const colour = storied(story.colour ?? undefined);
  return (
    <li className={classes(css.row, css.reach, colour.className)} style={colour.style}>
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
        <RowLink className={css.name} href={href(to)} language={story.language}>
          {title}
        </RowLink>
        {place !== null && (
          <p className={css.note} dir="auto">
            {from === 'finished'
              ? t('upToDate')
              : ahead !== null
                ? t('next', { number: ahead })
                : t('place', {
                    number: place.number,
                    title: place.title,
                    item: place.item,
                    items: place.items,
                  })}
          </p>
        )}
        {place !== null && from === 'reading' && ahead === null && (
          <span className={css.bar}>
            <i style={{ width: `${place.items > 0 ? Math.round((100 * place.item) / place.items) : 0}%` }} />
          </span>
        )}
      </div>
      <div className={css.tools}>
        {from === 'reading' && (
          <span className={css.play} aria-hidden="true">
            <Icon name="play" filled />
          </span>
        )}
        {own && (
          <ActionForm
            call="DELETE /library/reading/:story_id"
            params={{ story_id: id }}
            back={href(shelfAddress(from, { away: id }))}
            page={here}
          >
            <IconButton type="submit" icon="x" label={t('putAway', { title })} />
          </ActionForm>
        )}
      </div>
    </li>
  );
}

/** The row's link, and the next episode's number if the last one is finished. */
function onwardOf({ slug, continue: place }: Story): { to: Address; ahead: number | null } {
  const ahead = place?.finished && place.next ? place.next.number : null;
  if (place === null || (place.finished && place.next === null))
    return { to: address('/stories/@slug', { slug }), ahead };
  return { to: address('/stories/@slug/@number', { slug, number: ahead ?? place.number }), ahead };
}
