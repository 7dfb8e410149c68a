import type { ReactNode } from 'react';
import { formatDate, formatTime } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Course } from '#pages/admin/revenue/Course.tsx';
import { DiscardForm } from '#pages/admin/revenue/DiscardForm.tsx';
import { Imports, useImportTitle } from '#pages/admin/revenue/Imports.tsx';
import { Preview } from '#pages/admin/revenue/Preview.tsx';
import { Problems } from '#pages/admin/revenue/Problems.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { LinkButton } from '#pages/ui/Button.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import type { ImportDetail } from '#server/domains/income/revenue/queries.ts';
import css from '../Revenue.module.css';
import type { Data } from './+data.ts';

export default function Page({ data: { found, others } }: { data: Data }) {
  const t = useTranslations('revenueImport');
  const words = useTranslations('console');
  const href = useHref();
  const title = useImportTitle()(found);
  return (
    <>
      <Breadcrumbs
        label={words('way')}
        items={[{ label: t('title'), href: href('/admin/revenue') }, { label: title }]}
      />
      <PageHead title={title} />
      <Course found={found} />
      <div className={css.said}>
        <Said found={found} />
        {found.notes.map((note) => (
          <Notice key={note}>{t(`notices.${note}`)}</Notice>
        ))}
      </div>
      {found.state === 'refused' && <Problems found={found} />}
      {found.overtaken_by && (
        <div className={css.actions}>
          <DiscardForm id={found.id} alone />
        </div>
      )}
      {found.totals && !found.overtaken_by && <Preview found={found} totals={found.totals} />}
      {found.state === 'checking' && (
        <div className={css.actions}>
          <LinkButton href={href(address('/admin/revenue/@id', { id: found.id }))} icon="rotate-ccw">
            {t('reload')}
          </LinkButton>
          <DiscardForm id={found.id} />
        </div>
      )}
      {others.length > 0 && <Imports imports={others} />}
    </>
  );
}

const bold = (text: ReactNode) => <b>{text}</b>;

function Said({ found }: { found: ImportDetail }) {
  const t = useTranslations('revenueImport');
  const href = useHref();
  const { state, credited_by: by, credited_at: at, overtaken_by: overtaker } = found;
  if (state === 'checking') return <Notice>{t('checkingNow')}</Notice>;
  if (state === 'same')
    return (
      <Notice>
        <p>{t.rich('sameText', { b: bold })}</p>
      </Notice>
    );
  if (state === 'discarded')
    return (
      <Notice>
        <p>{t.rich('discardedText', { b: bold })}</p>
      </Notice>
    );
  if (overtaker !== null)
    return (
      <Notice kind="warn">
        <p>
          {t.rich('overtaken', {
            b: bold,
            a: (text) => <a href={href(address('/admin/revenue/@id', { id: overtaker.id }))}>{text}</a>,
            file: overtaker.file_name,
            date: formatDate(overtaker.credited_at),
            time: formatTime(overtaker.credited_at),
          })}
        </p>
      </Notice>
    );
  if (state !== 'credited' || at === null) return null;
  const name = by === null ? t('service') : (by.display_name ?? t('gone'));
  return (
    <Notice kind="good">
      <p>{t.rich('creditedBy', { b: bold, name, date: formatDate(at), time: formatTime(at) })}</p>
    </Notice>
  );
}
