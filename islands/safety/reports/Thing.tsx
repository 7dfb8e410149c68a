import { formatDate, formatTime, type MessageKey } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { type Address, address } from '../../../pages/addresses.ts';
import { Badge } from '../../../pages/ui/Badge.tsx';
import { LinkButton } from '../../../pages/ui/Button.tsx';
import { Mark } from '../../../pages/ui/Mark.tsx';
import type { ThingProps } from './Answering.tsx';
import { Answering } from './Answering.tsx';
import css from './Queue.module.css';
import type { ReportedThing } from './types.ts';
import { useTitle } from './useTitle.ts';
import { Words } from './Words.tsx';

export function Thing(props: ThingProps) {
  const { thing } = props;
  const t = useTranslations('reportQueue');
  const reasons = useTranslations('reportCategories');
  const { story, episode } = thing;
  const isText = thing.canHide;
  return (
    <article
      className={css.thing}
      data-report={thing.id}
      tabIndex={-1}
      aria-labelledby={`report-${thing.id}`}
    >
      {story?.cover_url ? (
        <img className={css.cover} src={story.cover_url} alt="" width={88} height={88} loading="lazy" />
      ) : (
        <span className={css.cover} />
      )}
      <div className={css.what}>
        <p className={css.line}>
          {thing.categories.map(({ category, count }) => (
            <Badge key={category}>
              {reasons(category satisfies MessageKey<'reportCategories'>)}
              {count > 1 && ` ${count}`}
            </Badge>
          ))}
          {thing.has_notice && <Badge kind="ink">{t('notice')}</Badge>}
          {thing.urgent ? (
            <span className={css.urgent}>
              <Mark shape="square">{t('urgent')}</Mark>
            </span>
          ) : (
            thing.isOld && <Mark shape="half">{t('old')}</Mark>
          )}
        </p>
        <h2 className={css.title} id={`report-${thing.id}`} dir="auto">
          {useTitle(thing)}
        </h2>
        <p className={css.facts}>
          {isText && story && (
            <>
              <span dir="auto">
                {episode?.number
                  ? t('inEpisode', { story: story.title, number: String(episode.number) })
                  : story.title}
              </span>{' '}
              ·{' '}
            </>
          )}
          {t('reports', { count: thing.reports_count })} ·{' '}
          {t('first', { date: formatDate(thing.first_at), time: formatTime(thing.first_at) })}
          {story && !isText && <> · {t('rating', { rating: story.rating })}</>}
        </p>
        <Words thing={thing} />
        <Context thing={thing} />
      </div>
      <Answering {...props} />
    </article>
  );
}

function Context({
  thing: { subject, story, episode, person, earlier, categories },
}: {
  thing: ReportedThing;
}) {
  const t = useTranslations('reportQueue');
  const href = useHref();
  const place = placeOf({ subject, story, episode, person });
  const category = categories[0]?.category;
  return (
    <div className={css.context}>
      {person && (
        <p className={css.facts}>
          {t('person', {
            name: person.display_name,
            count: person.reports_count,
            actioned: String(person.actioned_count),
          })}
        </p>
      )}
      {earlier.length > 0 && (
        <>
          <p className={css.small}>{t('earlier')}</p>
          <ul className={css.earlier}>
            {earlier.map(({ id, created_at: at, state, note }) => (
              <li key={id} dir="auto">
                {t('earlierOne', {
                  date: formatDate(at),
                  state: t(state satisfies 'actioned' | 'rejected'),
                  note,
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={css.ways}>
        {place && (
          <LinkButton kind="quiet" href={href(place)} target="_blank" rel="noopener">
            {t('openPlace')}
          </LinkButton>
        )}
        {episode && (
          <LinkButton
            kind="quiet"
            icon="ban"
            href={href(address('/admin/episodes/@id', { id: episode.id }, { query: { category } }))}
          >
            {t('block')}
          </LinkButton>
        )}
        {story && (
          <LinkButton
            kind="quiet"
            icon="ban"
            href={href(address('/admin/stories/@id', { id: story.id }, { query: { category } }))}
          >
            {t('blockStory')}
          </LinkButton>
        )}
        {person && (
          <LinkButton kind="quiet" icon="lock" href={href(address('/admin/users/@id', { id: person.id }))}>
            {t('lock')}
          </LinkButton>
        )}
      </p>
    </div>
  );
}

function placeOf({
  subject: { type, id },
  story,
  episode,
  person,
}: Pick<ReportedThing, 'subject' | 'story' | 'episode' | 'person'>): Address | null {
  if (type === 'comment' || type === 'reply') return address('/comments/@id', { id });
  if (type === 'user') return person && address('/profile/@slug', { slug: person.slug });
  if (story === null) return null;
  const { slug } = story;
  return episode === null || episode.number === null
    ? address('/stories/@slug', { slug })
    : address('/stories/@slug/@number', { slug, number: episode.number });
}
