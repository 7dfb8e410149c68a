import { formatNumber } from '#locales/index.ts';
import { useHref, useLocale, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { pageIn } from '#pages/creator/figures/period.ts';
import { ListPager } from '#pages/creator/ListPager.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import { monthName } from '#server/lib/months.ts';
import { Came } from '../Came.tsx';
import { Recompute } from '../Recompute.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export default function Page({ data: { month, title, zone, scriptHash } }: { data: Data }) {
  const t = useTranslations('revenue');
  const href = useHref();
  const locale = useLocale();
  const { period, page, per_page: perPage, total } = month;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const from = (page - 1) * perPage;
  return (
    <>
      <Breadcrumbs
        label={t('way')}
        items={[{ label: t('title'), href: href('/creator/revenue') }, { label: monthName(period, locale) }]}
      />
      <PageHead title={title} />
      <div className={css.columns}>
        <div className={css.credits}>
          {pages > 1 && (
            <p className={css.place}>
              {t('linesOf', {
                from: formatNumber(Math.min(from + 1, total)),
                to: formatNumber(Math.min(from + perPage, total)),
                total: formatNumber(total),
              })}
            </p>
          )}
          <Came month={month} zone={zone} level={2} />
          <ListPager
            page={Math.min(page, pages)}
            pages={pages}
            hrefOf={(to) => href(address('/creator/revenue/@period', { period }, { query: pageIn(to) }))}
          />
        </div>
        <Recompute period={period} sha256={scriptHash} />
      </div>
    </>
  );
}
