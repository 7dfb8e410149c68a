import type { ReactNode } from 'react';
import { useHref, useLocale, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Imports } from '#pages/admin/revenue/Imports.tsx';
import { UploadForm } from '#pages/admin/revenue/UploadForm.tsx';
import { ListPager } from '#pages/creator/ListPager.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import { INCOMING } from '#server/domains/income/revenue/files.ts';
import { HEADER } from '#server/domains/income/revenue/rules.ts';
import { monthName } from '#server/lib/months.ts';
import css from '../Revenue.module.css';
import type { Data } from './+data.ts';

export default function Page({ data: { imports, lastMonth, page, pages } }: { data: Data }) {
  const t = useTranslations('revenueImport');
  const href = useHref();
  const month = monthName(lastMonth, useLocale());
  const c = (text: ReactNode) => <code className={css.mono}>{text}</code>;
  return (
    <>
      <PageHead title={t('title')} />
      <p className={css.lead}>{t.rich('lead', { c, header: HEADER })}</p>
      <p className={css.lead}>{t.rich('lastMonth', { c, month, folder: INCOMING })}</p>
      <UploadForm />
      <Imports imports={imports} />
      <ListPager
        page={page}
        pages={pages}
        hrefOf={(to) => href(address('/admin/revenue', {}, { query: { page: to === 1 ? null : to } }))}
      />
    </>
  );
}
