/** Explains the consequences and asks for the password. The user can cancel the deletion for 30 days. */
import { formatMoney, formatNumber, type MessageKey } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button, LinkButton } from '../../pages/ui/Button.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import type { Api } from '../../server/api.ts';
import { balanceAdvice, UNLOCKS_COUNTED_MAX } from '../../server/domains/administration/privacy/rules.ts';
import type { AnswerOf } from '../../server/lib/contract.ts';
import { api } from '../api.ts';
import { withNotice } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { Form, textOf, useForm } from '../useForm.tsx';
import css from './profile/DeleteAccount.module.css';

export type DeleteAccountProps = {
  email: string;
  hasPassword: boolean;
  leaving: AnswerOf<Api['GET /user/deletion']>;
};

export default function DeleteAccount({ email, hasPassword, leaving }: DeleteAccountProps) {
  const t = useTranslations('settings');
  const href = useHref();
  const form = useForm('DELETE /user', async (values) => {
    const body = hasPassword ? { password: textOf(values, 'password') } : {};
    const { message } = await api('DELETE /user', { body });
    return withNotice(href('/'), message);
  });
  const { refusal, errors, busy } = form;

  return (
    <Form of={form} className={css.form}>
      <input type="hidden" name="_account" autoComplete="username" value={email} />
      <Losses of={leaving} />
      <ul className={css.facts}>
        <li>{t('deleteSignsOut')}</li>
        <li>{t('deleteStories')}</li>
        <li>{t('deleteWait')}</li>
        <li>{t('deleteLedger')}</li>
      </ul>
      <Refused refusal={refusal} fields={['password']} />
      {hasPassword ? (
        <TextField
          label={t('password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          errors={errors.password}
        />
      ) : (
        <p className={css.note}>{t('deleteFresh')}</p>
      )}
      <Button type="submit" kind="outlined" className={css.bad} busy={busy && t('deleting')}>
        {t('deleteDo')}
      </Button>
    </Form>
  );
}

const ADVICE = { now: 'leavingBalance', next: 'leavingNext', lost: 'leavingRest' } as const satisfies Record<
  string,
  MessageKey<'settings'>
>;

function Losses({ of }: { of: DeleteAccountProps['leaving'] }) {
  const t = useTranslations('settings');
  const href = useHref();
  const { balance, open_payout: open, coins, buyers_count: buyers, unlocks_count: unlocks } = of;
  const advice = balanceAdvice(of);
  const facts = [
    open !== null && t('leavingOpen', { amount: formatMoney(open) }),
    advice !== null &&
      t(ADVICE[advice], { amount: formatMoney(balance), threshold: formatMoney(of.threshold) }),
    coins > 0 && t('leavingCoins', { count: coins, coins: formatNumber(coins) }),
    buyers > 0 &&
      t('leavingBuyers', {
        buyers: formatNumber(buyers),
        isMore: String(unlocks >= UNLOCKS_COUNTED_MAX),
      }),
  ].filter((fact) => fact !== false);
  const canRequest = advice === 'now' || advice === 'next';
  if (facts.length === 0) return null;
  return (
    <Notice kind="warn">
      <ul className={css.losses}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {canRequest && (
        <p>
          <LinkButton href={href('/creator/payouts')}>{t('leavingPayout')}</LinkButton>
        </p>
      )}
    </Notice>
  );
}
