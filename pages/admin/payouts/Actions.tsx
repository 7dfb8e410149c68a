import { ActionForm } from '#islands/ActionForm.tsx';
import { addressOf as callAddress } from '#islands/api.ts';
import { formatMoney } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import type { Address } from '#pages/addresses.ts';
import { Button, LinkButton } from '#pages/ui/Button.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { SelectField, TextArea, TextField } from '#pages/ui/Field.tsx';
import { Seen } from '#pages/ui/Seen.tsx';
import {
  FORM_KINDS,
  REFERENCE_MAX_LENGTH,
  REJECTION_REASON_MAX_LENGTH,
} from '#server/domains/income/payouts/rules.ts';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export type Payout = Data['payouts'][number];

type Props = { payout: Payout; page: Address };

export function Actions({ payout, page, today }: Props & { today: string }) {
  const t = useTranslations('adminPayouts');
  const { id, state, form, holder, held } = payout;
  const params = { id };
  const isMissing = form !== null && !form.received;
  return (
    <div className={css.actions}>
      {form?.received && (
        <LinkButton icon="scroll-text" href={callAddress('GET /admin/payouts/:id/form', { params })}>
          {t('openForm')}
        </LinkButton>
      )}
      {state === 'requested' && !isMissing && holder !== null && held === null && (
        <ActionForm call="PATCH /admin/payouts/:id" params={params} page={page}>
          <Seen version={payout.version} />
          <input type="hidden" name="state" value="approved" />
          <Button type="submit">{t('approve')}</Button>
        </ActionForm>
      )}
      {state === 'requested' && <AskForm payout={payout} page={page} />}
      {state === 'approved' && <Pay payout={payout} page={page} today={today} />}
      <Reject payout={payout} page={page} />
    </div>
  );
}

function AskForm({ payout: { id, form }, page }: Props) {
  const t = useTranslations('adminPayouts');
  return (
    <Disclosure summary={t('askForm')}>
      <ActionForm
        call="POST /admin/payouts/:id/form_request"
        params={{ id }}
        page={page}
        className={css.form}
      >
        <SelectField
          id={`kind-${id}`}
          label={t('formKind')}
          name="kind"
          options={FORM_KINDS.filter((kind) => kind !== form?.kind).map((kind) => ({
            value: kind,
            label: kind,
          }))}
        />
        <Button type="submit">{t('askFormDo')}</Button>
      </ActionForm>
    </Disclosure>
  );
}

function Pay({
  payout: { id, user, requested_at: requested, holder, held, version },
  page,
  today,
}: Props & { today: string }) {
  const t = useTranslations('adminPayouts');
  const isTaken = holder === null;
  const isLocked = held === 'payout_account_locked';
  return (
    <Disclosure summary={t('pay')}>
      <ActionForm call="PATCH /admin/payouts/:id" params={{ id }} page={page} className={css.form}>
        <input type="hidden" name="state" value="paid" />
        <Seen version={version} />
        <TextField
          id={`reference-${id}`}
          label={t('reference')}
          name="reference"
          required
          maxLength={REFERENCE_MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          id={`paid-on-${id}`}
          label={t('paidOn')}
          hint={isTaken ? t('paidBefore') : isLocked ? t('paidBeforeLock') : undefined}
          name="paid_on"
          type="date"
          required
          min={requested.slice(0, 10)}
          max={today}
          defaultValue={isTaken || isLocked ? '' : today}
        />
        <p className={css.small}>{t('payNote', { name: user.display_name ?? t('gone') })}</p>
        <Button type="submit" kind="ink">
          {t('payDo')}
        </Button>
      </ActionForm>
    </Disclosure>
  );
}

function Reject({ payout: { id, user, amount, version }, page }: Props) {
  const t = useTranslations('adminPayouts');
  return (
    <Disclosure summary={t('reject')}>
      <ActionForm call="PATCH /admin/payouts/:id" params={{ id }} page={page} className={css.form}>
        <input type="hidden" name="state" value="rejected" />
        <Seen version={version} />
        <TextArea
          id={`reason-${id}`}
          label={t('reason', { name: user.display_name ?? t('gone') })}
          name="reason"
          required
          rows={3}
          maxLength={REJECTION_REASON_MAX_LENGTH}
          dir="auto"
        />
        <p className={css.small}>{t('rejectNote', { amount: formatMoney(amount) })}</p>
        <Button type="submit" kind="danger">
          {t('rejectDo')}
        </Button>
      </ActionForm>
    </Disclosure>
  );
}
