import { ActionForm } from '#islands/ActionForm.tsx';
import { addressOf as callAddress } from '#islands/api.ts';
import { formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { ListPager } from '#pages/creator/ListPager.tsx';
import { Button, LinkButton } from '#pages/ui/Button.tsx';
import { Chips } from '#pages/ui/Chips.tsx';
import { Empty } from '#pages/ui/Empty.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { Row } from './Row.tsx';

const MANY = 'approve-many';

export default function Page({ data: { states, state, payouts, page, pages, today, bank } }: { data: Data }) {
  const t = useTranslations('adminPayouts');
  const rooms = useTranslations('administration');
  const href = useHref();
  const addressOf = (to: string, number = 1) =>
    address(
      '/admin/payouts',
      {},
      { query: { state: to === 'requested' ? null : to, page: number === 1 ? null : number } },
    );
  return (
    <div className={css.page}>
      <PageHead
        title={rooms('rooms.payouts')}
        tools={
          <>
            <LinkButton
              icon="download"
              href={callAddress('GET /admin/payouts/export', { query: { format: 'csv', state } })}
            >
              {t('csv')}
            </LinkButton>
            {bank === 'ready' && (
              <LinkButton
                icon="download"
                href={callAddress('GET /admin/payouts/export', { query: { format: 'pain001' } })}
              >
                {t('pain')}
              </LinkButton>
            )}
          </>
        }
      />
      <p className={css.lead}>
        {t('lead')} {bank === 'unknown' && t('noDebtor')}
      </p>
      <Chips
        label={t('stateLabel')}
        items={states.map((each) => ({
          href: href(addressOf(each.state)),
          label: t(`states.${each.state}`),
          count: formatNumber(each.count),
          current: each.state === state,
        }))}
      />
      {payouts.length === 0 ? (
        <Empty heading={t('none')}>{t('noneHint')}</Empty>
      ) : (
        <ul className={css.list}>
          {payouts.map((payout) => (
            <Row key={payout.id} payout={payout} page={addressOf(state, page)} today={today} />
          ))}
        </ul>
      )}
      {state === 'requested' && payouts.length > 1 && (
        <ActionForm
          call="POST /admin/payouts/approve"
          id={MANY}
          page={addressOf(state, page)}
          className={css.many}
        >
          <p>{t('chosen')}</p>
          <Button type="submit" kind="ink">
            {t('approveMany')}
          </Button>
        </ActionForm>
      )}
      <ListPager page={page} pages={pages} hrefOf={(to) => href(addressOf(state, to))} />
    </div>
  );
}
