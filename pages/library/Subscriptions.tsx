import { ActionForm } from '../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { type Address, address } from '../addresses.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { SelectField } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

type Story = Data['library']['subscriptions'][number];

export type SubscriptionsProps = { stories: readonly Story[]; own: boolean; here: Address };

/** Followed stories, new episodes marked. The own page also shows how each story notifies. */
export function Subscriptions({ stories, own, here }: SubscriptionsProps) {
  const t = useTranslations('library');
  const href = useHref();
  if (stories.length === 0) return <p className={css.note}>{t('noSubscriptions')}</p>;
  return (
    <ul className={classes(css.grid, own && css.wider)}>
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
              <a className={css.fresh} href={href(nextOf(story))}>
                {t('fresh', { count: story.new_episodes })}
              </a>
            ) : (
              <span dir="auto">{story.author.display_name}</span>
            )}
          </p>
          {own && <News story={story} here={here} />}
        </li>
      ))}
    </ul>
  );
}

/** The first unread episode, or the story if none is begun. */
function nextOf({ slug, continue: place }: Story): Address {
  if (place === null) return address('/stories/@slug', { slug });
  const number = place.finished && place.next !== null ? place.next.number : place.number;
  return address('/stories/@slug/@number', { slug, number });
}

function News({ story: { id, title, notify }, here }: { story: Story; here: Address }) {
  const t = useTranslations('library');
  const words = useTranslations('story');
  const href = useHref();
  const form = { params: { id }, back: href(here), page: here };
  return (
    <Disclosure
      summary={
        <span className={css.bell} title={t('news')}>
          <Icon name="bell" filled={notify !== 'none'} />
          <VisuallyHidden>{t('news')}</VisuallyHidden>
        </span>
      }
    >
      <ActionForm call="PUT /stories/:id/subscription" className={css.news} {...form}>
        <SelectField
          id={`notify-${id}`}
          name="notify"
          label={words('notify.heading')}
          defaultValue={notify ?? 'all'}
          options={(['all', 'app', 'none'] as const).map((value) => ({
            value,
            label: words(`notify.${value}`),
          }))}
        />
        <Button type="submit" aria-label={t('keepNews', { title })}>
          {words('notify.done')}
        </Button>
      </ActionForm>
      <ActionForm call="DELETE /stories/:id/subscription" {...form}>
        <Button type="submit" kind="quiet" aria-label={t('unsubscribe', { title })}>
          {words('unsubscribe')}
        </Button>
      </ActionForm>
    </Disclosure>
  );
}
