import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { Blocked, StatementFacts } from '#pages/admin/Blocked.tsx';
import { BlockForm } from '#pages/admin/BlockForm.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { episode, statement, letter } }: { data: Data }) {
  const t = useTranslations('administration');
  const words = useTranslations('console');
  const href = useHref();
  const { id, number, title, story, owner, status, blocked_at: since } = episode;
  const isBlocked = status === 'blocked' && since !== null;
  return (
    <>
      <Breadcrumbs
        label={words('way')}
        items={[
          { label: t('rooms.episodes'), href: href('/admin/episodes') },
          { label: story.title, href: href(address('/admin/stories/@id', { id: story.id })) },
          { label: words('episodeNumber', { number }) },
        ]}
      />
      <PageHead title={`${number} · ${title}`} />
      {isBlocked &&
        (episode.blocked_with_story ? (
          <Notice kind="bad" icon="ban">
            {t('blockedWithStory')}
          </Notice>
        ) : (
          <Blocked kind="episode" id={id} since={since} />
        ))}
      <dl className={css.facts}>
        <dt>{t('story')}</dt>
        <dd>
          <a href={href(address('/admin/stories/@id', { id: story.id }))}>
            <bdi>{story.title}</bdi>
          </a>
        </dd>
        <dt>{t('owner')}</dt>
        <dd>
          <a href={href(address('/admin/users/@id', { id: owner.id }))}>
            <bdi>{owner.display_name}</bdi>
          </a>
        </dd>
        <dt>{t('state')}</dt>
        <dd>{words(`states.${status}`)}</dd>
        <dt>{t('reports')}</dt>
        <dd>{episode.reports_count}</dd>
      </dl>
      {status === 'published' && (
        <p>
          <a href={href(address('/stories/@slug/@number', { slug: story.slug, number }))}>{t('see')}</a>
        </p>
      )}
      {statement && <StatementFacts statement={statement} />}
      {!isBlocked && <BlockForm kind="episode" id={id} owner={owner.display_name} letter={letter} />}
    </>
  );
}
