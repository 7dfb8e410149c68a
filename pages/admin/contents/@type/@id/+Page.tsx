import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { Hidden, StatementFacts } from '#pages/admin/Blocked.tsx';
import { BlockForm } from '#pages/admin/BlockForm.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import type { Data } from './+data.ts';

/** Null for notes: they belong to a page of an episode and have no address. */
function placeOf({ subject_type: type, subject_id: id, owner }: Data['content']): Address | null {
  if (type === 'comment' || type === 'reply') return address('/comments/@id', { id });
  return type === 'tsukkomi' ? null : address('/profile/@slug', { slug: owner.slug });
}

export default function Page({ data: { content, category, statement, letter } }: { data: Data }) {
  const t = useTranslations('administration');
  const words = useTranslations('console');
  const subjects = useTranslations('statementSubjects');
  const href = useHref();
  const { subject_type: type, subject_id: id, owner, text, picture_url: picture, hidden, empty } = content;
  const place = placeOf(content);
  return (
    <>
      <Breadcrumbs
        label={words('way')}
        items={[
          { label: t('rooms.users'), href: href('/admin/users') },
          { label: owner.display_name, href: href(address('/admin/users/@id', { id: owner.id })) },
          { label: subjects(type) },
        ]}
      />
      <PageHead title={subjects(type)} />
      {hidden && <Hidden kind={type} id={id} />}
      <dl className={css.facts}>
        <dt>{t('owner')}</dt>
        <dd>
          <a href={href(address('/admin/users/@id', { id: owner.id }))}>
            <bdi>{owner.display_name}</bdi>
          </a>
        </dd>
        <dt>{t('reports')}</dt>
        <dd>{content.reports_count}</dd>
      </dl>
      {empty ? (
        <p className={css.shown}>{t('contentEmpty')}</p>
      ) : picture ? (
        <p className={css.shown}>
          <img src={picture} alt="" width={160} height={160} />
        </p>
      ) : (
        <div className={css.shown}>
          <blockquote className={css.said} dir="auto">
            {text}
          </blockquote>
        </div>
      )}
      {place && (
        <p>
          <a href={href(place)}>{t('see')}</a>
        </p>
      )}
      {statement && <StatementFacts statement={statement} />}
      {!empty && (!hidden || type === 'profile_picture') && (
        <BlockForm kind={type} id={id} owner={owner.display_name} letter={letter} category={category} />
      )}
    </>
  );
}
