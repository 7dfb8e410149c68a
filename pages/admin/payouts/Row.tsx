import { ActionForm } from '#islands/ActionForm.tsx';
import { addressOf as callAddress } from '#islands/api.ts';
import { formatDate, formatMoney } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { Button, LinkButton } from '#pages/ui/Button.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { SelectField, TextArea, TextField } from '#pages/ui/Field.tsx';
import { FORM_KINDS, REASON_MAX_LENGTH, REFERENCE_MAX_LENGTH } from '#server/domains/payouts/rules.ts';
import type { Data } from './+data.ts';
import css from './Page.module.css';

type Payout = Data['payouts'][number];
type Props = { payout: Payout; page: Address };

/** One payout: whose, how much, until when, what has to be known of it, and what can be done. */
export function Row({ payout, page }: Props) {
  const t = useTranslations('adminPayouts');
  const href = useHref();
  const { id, user, state, amount, days_left: left } = payout;
  const name = user.display_name ?? t('gone');
  const isOpen = state === 'requested' || state === 'approved';
  return (
    <li className={css.row} id={`payout-${id}`}>
      {state === 'requested' && (
        <label className={css.choose}>
          <input
            type="checkbox"
            name="ids"
            value={id}
            form="approve-many"
            aria-label={t('choose', { name })}
          />
        </label>
      )}
      <div className={css.who}>
        <a href={href(address('/admin/users/@id', { id: user.id }))} className={css.name}>
          <bdi>{name}</bdi>
        </a>
        <p className={css.small}>
          {t('requestedOn', { date: formatDate(payout.requested_at) })}
          {payout.closed_at !== null && <> · {t('closedOn', { date: formatDate(payout.closed_at) })}</>}
        </p>
      </div>
      <p className={css.amount}>{formatMoney(amount)}</p>
      <p className={left < 7 ? css.soon : css.due}>
        {isOpen && (left < 0 ? t('late', { count: -left }) : t('daysLeft', { count: left }))}
      </p>
      <Facts payout={payout} />
      {isOpen && <Deeds payout={payout} page={page} />}
    </li>
  );
}

function Facts({ payout }: Pick<Props, 'payout'>) {
  const t = useTranslations('adminPayouts');
  const { form, destination, holder, state, balance } = payout;
  const isOpen = state === 'requested' || state === 'approved';
  const facts = [
    holder === null
      ? isOpen && t('taken')
      : t('to', { name: holder, number: destination.last_four, country: destination.country }),
    payout.guardian_name && t('guardian', { name: payout.guardian_name }),
    payout.new_destination_at && isOpen && t('newBank', { date: formatDate(payout.new_destination_at) }),
    form
      ? form.received
        ? t('formHere', { form: form.kind })
        : t('formAsked', { form: form.kind, date: formatDate(form.asked_at) })
      : isOpen && t('formNone'),
    isOpen && balance.startsWith('-') && t('below', { amount: formatMoney(balance) }),
    payout.reference,
    payout.reason,
  ].filter((fact): fact is string => Boolean(fact));
  return (
    <ul className={css.facts}>
      {facts.map((fact) => (
        <li key={fact}>
          <bdi>{fact}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Deeds({ payout, page }: Props) {
  const t = useTranslations('adminPayouts');
  const { id, user, state, amount, form } = payout;
  const params = { id };
  const name = user.display_name ?? t('gone');
  const isMissing = form !== null && !form.received;
  return (
    <div className={css.deeds}>
      {form?.received && (
        <LinkButton icon="scroll-text" href={callAddress('GET /admin/payouts/:id/form', { params })}>
          {t('openForm')}
        </LinkButton>
      )}
      {state === 'requested' && !isMissing && payout.holder !== null && (
        <ActionForm call="PATCH /admin/payouts/:id" params={params} page={page}>
          <input type="hidden" name="state" value="approved" />
          <Button type="submit">{t('approve')}</Button>
        </ActionForm>
      )}
      {state === 'requested' && (
        <Disclosure summary={t('askForm')}>
          <ActionForm
            call="POST /admin/payouts/:id/form_request"
            params={params}
            page={page}
            className={css.form}
          >
            <SelectField
              id={`kind-${id}`}
              label={t('formKind')}
              name="kind"
              options={FORM_KINDS.map((kind) => ({ value: kind, label: kind }))}
            />
            <Button type="submit">{t('askFormDo')}</Button>
          </ActionForm>
        </Disclosure>
      )}
      {state === 'approved' && (
        <Disclosure summary={t('pay')}>
          <ActionForm call="PATCH /admin/payouts/:id" params={params} page={page} className={css.form}>
            <input type="hidden" name="state" value="paid" />
            <TextField
              id={`reference-${id}`}
              label={t('reference')}
              name="reference"
              required
              maxLength={REFERENCE_MAX_LENGTH}
            />
            <p className={css.small}>{t('payNote', { name })}</p>
            <Button type="submit" kind="ink">
              {t('payDo')}
            </Button>
          </ActionForm>
        </Disclosure>
      )}
      <Disclosure summary={t('reject')}>
        <ActionForm call="PATCH /admin/payouts/:id" params={params} page={page} className={css.form}>
          <input type="hidden" name="state" value="rejected" />
          <TextArea
            id={`reason-${id}`}
            label={t('reason', { name })}
            name="reason"
            required
            rows={3}
            maxLength={REASON_MAX_LENGTH}
            dir="auto"
          />
          <p className={css.small}>{t('rejectNote', { amount: formatMoney(amount) })}</p>
          <Button type="submit" kind="danger">
            {t('rejectDo')}
          </Button>
        </ActionForm>
      </Disclosure>
    </div>
  );
}
