import { ActionForm } from '#islands/ActionForm.tsx';
import { formatDate, formatNumber, formatTime } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { Button } from '#pages/ui/Button.tsx';
import { Empty } from '#pages/ui/Empty.tsx';
import { TextArea, TextField } from '#pages/ui/Field.tsx';
import { Table } from '#pages/ui/Table.tsx';
import {
  GRANT_MAX_COINS,
  GRANT_REASON_MAX_LENGTH,
  GRANTS_A_DAY_MAX_COINS,
} from '#server/domains/coins/wallet/rules.ts';
import { signed } from '../../wallet/signed.ts';
import type { Data } from './+data.ts';

const KINDS = {
  grant: 'kinds.grant',
  unlock: 'kinds.unlock',
  return: 'kinds.return',
  purchase: 'kinds.purchase',
  refund: 'kinds.refund',
  debt: 'kinds.debt',
} as const;

type Shown = NonNullable<Data['wallet']>;

export function Wallet({ wallet, grantKey }: { wallet: Shown; grantKey: string }) {
  const t = useTranslations('adminWallets');
  const href = useHref();
  const { user, balance, debt, granted_today: granted } = wallet;
  return (
    <div className={css.columns}>
      <div>
        <h2>
          <a href={href(address('/admin/users/@id', { id: user.id }))}>
            <bdi>{user.display_name}</bdi>
          </a>
        </h2>
        <dl className={css.facts}>
          <dt>{t('balance')}</dt>
          <dd>{formatNumber(balance)}</dd>
          {debt > 0 && (
            <>
              <dt>{t('debt')}</dt>
              <dd>{formatNumber(debt)}</dd>
            </>
          )}
        </dl>
        <Entries entries={wallet.entries} />
      </div>
      <section aria-labelledby="grant" className={css.part}>
        <h2 id="grant">{t('grant')}</h2>
        <p>
          {t('left', {
            left: formatNumber(Math.max(0, GRANTS_A_DAY_MAX_COINS - granted)),
            most: formatNumber(GRANTS_A_DAY_MAX_COINS),
          })}
        </p>
        <ActionForm
          call="POST /admin/wallets/:user_id/grants"
          params={{ user_id: user.id }}
          className={css.form}
          id="grant-coins"
        >
          <input type="hidden" name="key" value={grantKey} />
          <TextField
            label={t('coins')}
            name="coins"
            type="number"
            inputMode="numeric"
            min={1}
            max={GRANT_MAX_COINS}
            required
          />
          <TextArea
            id="reason-grant"
            label={t('reason')}
            hint={t('reasonHint')}
            name="reason"
            required
            rows={2}
            maxLength={GRANT_REASON_MAX_LENGTH}
            dir="auto"
          />
          <Button type="submit" kind="filled" icon="gift">
            {t('grantDo')}
          </Button>
        </ActionForm>
      </section>
    </div>
  );
}

function Entries({ entries }: Pick<Shown, 'entries'>) {
  const t = useTranslations('adminWallets');
  if (entries.length === 0) return <Empty heading={t('noEntries')} />;
  return (
    <Table
      caption={t('entries')}
      columns={[
        { key: 'what', label: t('entries') },
        { key: 'coins', label: t('coins'), numeric: true },
        { key: 'balance', label: t('balanceAfter'), numeric: true },
      ]}
      rows={entries.map(({ id, kind, coins, reason, created_at: at, balance_after: after }) => ({
        id,
        cells: {
          what: (
            <>
              {t(KINDS[kind])}
              {reason !== null && (
                <>
                  {' '}
                  <bdi>{reason}</bdi>
                </>
              )}
              <span className={css.small}>
                {' '}
                {formatDate(at)} {formatTime(at)} UTC
              </span>
            </>
          ),
          coins: signed(coins),
          balance: formatNumber(after),
        },
      }))}
    />
  );
}
