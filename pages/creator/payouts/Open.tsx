import { ActionForm } from '#islands/ActionForm.tsx';
import { formatDate, formatMoney, formatTime } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { Field } from '#pages/ui/Field.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { formAddress } from '#server/domains/income/payouts/rules.ts';
import type { Data } from './+data.ts';
import { Account } from './Ask.tsx';
import css from './Page.module.css';

type Payout = NonNullable<Data['open']>;

/** Keeps W-8BEN on one line. */
const unbroken = (kind: string): string => kind.replaceAll('-', '\u2011');

export function Open({ payout, balance, zone }: { payout: Payout; balance: string; zone: string }) {
  const t = useTranslations('payouts');
  const { form } = payout;
  return (
    <section aria-labelledby="open" className={css.slip}>
      <div className={css.line}>
        <h2 id="open">{t('requestedOn', { date: formatDate(payout.requested_at, zone) })}</h2>
        <p className={css.sum}>{formatMoney(payout.amount)}</p>
      </div>
      <Course payout={payout} zone={zone} />
      <p className={css.small}>
        {t('to')} <Account of={payout.destination} />
        {payout.guardian_name && <> · {t('ofGuardian', { name: payout.guardian_name })}</>}
      </p>
      {Number(balance) !== 0 && (
        <p className={css.small}>
          {t('meanwhile', { amount: formatMoney(balance) })} {balance.startsWith('-') && t('below')}
        </p>
      )}
      {form &&
        payout.state === 'requested' &&
        (form.received ? (
          <>
            <Notice kind="good">
              <p>{t('formHere')}</p>
            </Notice>
            <Disclosure summary={t('formAgain')}>
              <SendForm />
            </Disclosure>
          </>
        ) : (
          <>
            <Notice kind="warn" icon="scroll-text">
              <p>
                <b>{t('formNeeded')}</b>{' '}
                {t('formText', { form: unbroken(form.kind), date: formatDate(form.asked_at, zone) })}
              </p>
            </Notice>
            <SendForm />
            <Disclosure summary={t('formWhere')}>
              <p className={css.small}>
                {t.rich('formWhereText', {
                  form: unbroken(form.kind),
                  a: (words) => (
                    <a href={formAddress(form.kind)} rel="noreferrer">
                      {words}
                    </a>
                  ),
                })}
              </p>
            </Disclosure>
          </>
        ))}
      {payout.state === 'requested' && (
        <Disclosure summary={t('callOff')}>
          <ActionForm call="DELETE /user/payouts/:id" params={{ id: payout.id }} className={css.form}>
            <p>{t('callOffSure')}</p>
            <div>
              <Button type="submit" kind="danger">
                {t('callOffDo')}
              </Button>
            </div>
          </ActionForm>
        </Disclosure>
      )}
    </section>
  );
}

function Course({
  payout: { state, form, requested_at: at, approved_at: approved, due_at: due },
  zone,
}: {
  payout: Payout;
  zone: string;
}) {
  const t = useTranslations('payouts');
  const isApproved = state === 'approved';
  const waits = form && !form.received ? t('course.afterForm') : t('course.soon');
  return (
    <ol className={css.course} aria-label={t('course.label')}>
      <li className={isApproved ? css.done : css.now} aria-current={isApproved ? undefined : 'step'}>
        <b>{t('course.requested')}</b>
        <small>
          {formatDate(at, zone)} {formatTime(at, zone)}
        </small>
      </li>
      <li className={isApproved ? css.now : undefined} aria-current={isApproved ? 'step' : undefined}>
        <b>{t('course.approved')}</b>
        <small>
          {approved === null ? waits : `${formatDate(approved, zone)} ${formatTime(approved, zone)}`}
        </small>
      </li>
      <li>
        <b>{t('course.paid')}</b>
        <small>{t('course.by', { date: formatDate(due, zone) })}</small>
      </li>
    </ol>
  );
}

function SendForm() {
  const t = useTranslations('payouts');
  return (
    <ActionForm call="POST /user/tax_forms" encType="multipart/form-data" className={css.form}>
      <Field label={t('formFile')} name="file">
        {(bound) => <input {...bound} type="file" name="file" accept="application/pdf,.pdf" required />}
      </Field>
      <div>
        <Button type="submit" kind="filled" icon="upload">
          {t('formSend')}
        </Button>
      </div>
    </ActionForm>
  );
}
