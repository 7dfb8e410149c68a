import { formatNumber } from '#locales/index.ts';
import { useHref, useLocale, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { ListPager } from '#pages/creator/ListPager.tsx';
import { LinkButton } from '#pages/ui/Button.tsx';
import { Empty } from '#pages/ui/Empty.tsx';
import { MiniAd } from '#pages/ui/HouseAd.tsx';
import { Icon } from '#pages/ui/Icon.tsx';
import { Mark } from '#pages/ui/Mark.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import { Table } from '#pages/ui/Table.tsx';
import { AD_DAYS, type ListedAd } from '#server/domains/income/house-ads/queries.ts';
import type { Data } from './+data.ts';
import { AdForm, FORM_ANCHOR } from './AdForm.tsx';
import { nameOf, useRuns, useState, useTarget, wordsOf } from './labels.ts';
import css from './Page.module.css';

const formAt = (query: { ad?: string; new?: number; page?: number | null }): Address =>
  address('/admin/ads', {}, { query, hash: FORM_ANCHOR });

export default function Page({ data }: { data: Data }) {
  const { ads, chosen, isNew, page, pages, today } = data;
  const t = useTranslations('houseAds');
  const href = useHref();
  const at = page === 1 ? null : page;
  const columns = [
    { key: 'ad', label: t('ad') },
    { key: 'runs', label: t('runs') },
    { key: 'weight', label: t('weight'), numeric: true },
    { key: 'state', label: t('state') },
    { key: 'shown', label: t('shown', { days: AD_DAYS }), numeric: true },
    { key: 'followed', label: t('followed'), numeric: true },
    { key: 'change', label: t('change') },
  ] as const;
  return (
    <>
      <PageHead
        title={t('title')}
        tools={
          <LinkButton kind="filled" icon="plus" href={href(formAt({ new: 1, page: at }))}>
            {t('add')}
          </LinkButton>
        }
      />
      <p className={css.lead}>
        {t('lead')} {t('leftOut', { count: data.leftOut, number: formatNumber(data.leftOut) })}
      </p>
      {ads.length === 0 ? (
        <Empty heading={t('none')}>{t('noneHint')}</Empty>
      ) : (
        <Table
          caption={t('title')}
          columns={columns}
          rows={ads.map((ad) => ({
            id: ad.id,
            cells: {
              ad: <Named ad={ad} />,
              runs: <Runs ad={ad} />,
              weight: formatNumber(ad.weight),
              state: <State ad={ad} today={today} />,
              shown: ad.shown_count === 0 ? '–' : formatNumber(ad.shown_count),
              followed: <Followed ad={ad} />,
              change: (
                <a
                  className={css.change}
                  href={href(formAt({ ad: ad.id, page: at }))}
                  aria-label={`${t('change')}: ${nameOf(ad)}`}
                >
                  <Icon name="pencil" />
                </a>
              ),
            },
          }))}
        />
      )}
      <ListPager
        page={page}
        pages={pages}
        hrefOf={(to) => href(address('/admin/ads', {}, { query: { page: to === 1 ? null : to } }))}
      />
      {(chosen !== null || isNew) && <AdForm key={chosen?.id} ad={chosen} data={data} />}
    </>
  );
}

function Named({ ad }: { ad: ListedAd }) {
  const locale = useLocale();
  const target = useTarget(ad);
  return (
    <span className={css.named}>
      <MiniAd look={ad.look} {...wordsOf(ad, locale)} story={ad.story} />
      <span>
        <b>
          <bdi>{nameOf(ad)}</bdi>
        </b>
        <span className={css.target}>
          {ad.languages.join(', ')} · {target}
        </span>
      </span>
    </span>
  );
}

function Runs({ ad }: { ad: ListedAd }) {
  return <span className={css.runs}>{useRuns(ad)}</span>;
}

const SHAPES = { coming: 'half', running: 'disc', paused: 'half', ended: 'ring' } as const;

function State({ ad, today }: { ad: ListedAd; today: string }) {
  const words = useState(ad, today);
  return <Mark shape={SHAPES[ad.state]}>{words}</Mark>;
}

function Followed({ ad: { shown_count: shown, followed_count: followed } }: { ad: ListedAd }) {
  const locale = useLocale();
  if (shown === 0) return '–';
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return share.format(followed / shown);
}
