import { formatDate, formatMoney, formatTime } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { Icon, type IconName } from '#pages/ui/Icon.tsx';
import { Mark } from '#pages/ui/Mark.tsx';
import type { Payout } from './Actions.tsx';
import { Actions } from './Actions.tsx';
import css from './Page.module.css';

const CLOSED = ['paid', 'rejected', 'called_off'] as const;
const SOON = 7;

export function Row({ payout, page, today }: { payout: Payout; page: Address; today: string }) {
  const t = useTranslations('adminPayouts');
  const href = useHref();
  const { id, user, state, amount, days_left: left } = payout;
  const name = user.display_name ?? t('gone');
  const isOpen = state === 'requested' || state === 'approved';
  const closed = CLOSED.find((each) => each === state);
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
          {closed && <> · {t(`closedOn.${closed}`, { date: formatDate(payout.closed_at ?? '') })}</>}
        </p>
      </div>
      <p className={css.amount}>{formatMoney(amount)}</p>
      {isOpen && (
        <p className={css.due}>
          <Mark shape={left < SOON ? 'square' : 'ring'}>
            {left < 0 ? t('late', { count: -left }) : t('daysLeft', { count: left })}
          </Mark>
        </p>
      )}
      <Facts payout={payout} isOpen={isOpen} />
      {isOpen && <Actions payout={payout} page={page} today={today} />}
    </li>
  );
}

type Fact = { icon: IconName; text: string; warns?: boolean };

function useFacts({ payout, isOpen }: { payout: Payout; isOpen: boolean }): Fact[] {
  const t = useTranslations('adminPayouts');
  const { form, destination, holder, balance, guardian_name: guardian, new_destination_at: newBank } = payout;
  const { taken_at: takenAt, taken_by: takenBy } = payout;
  const facts: (Fact | false)[] = [
    holder === null && isOpen
      ? { icon: 'triangle-alert', text: t('taken'), warns: true }
      : {
          icon: 'coins',
          text: t(holder === null ? 'toAccount' : 'to', {
            name: holder ?? '',
            number: destination.last_four,
            country: destination.country,
          }),
        },
    guardian !== null && { icon: 'users', text: t('guardian', { name: guardian }) },
    newBank !== null &&
      isOpen && { icon: 'clock-4', text: t('newBank', { date: formatDate(newBank) }), warns: true },
    form === null
      ? isOpen && { icon: 'check', text: t('formNone') }
      : form.received
        ? { icon: 'check', text: t('formHere', { form: form.kind }) }
        : {
            icon: 'clock-4',
            text: t('formAsked', { form: form.kind, date: formatDate(form.asked_at) }),
            warns: isOpen,
          },
    payout.held === 'payout_account_locked' && { icon: 'lock', text: t('locked'), warns: true },
    isOpen &&
      balance.startsWith('-') && {
        icon: 'triangle-alert',
        text: t('below', { amount: formatMoney(balance) }),
        warns: true,
      },
    takenAt !== null && {
      icon: 'download',
      text: t('takenAt', {
        date: formatDate(takenAt),
        time: formatTime(takenAt),
        name: takenBy?.display_name ?? t('gone'),
      }),
    },
    payout.reference !== null && { icon: 'check', text: t('referenceIs', { reference: payout.reference }) },
    payout.reason !== null &&
      payout.reason !== '' && { icon: 'undo-2', text: t('reasonIs', { reason: payout.reason }) },
  ];
  return facts.filter((fact) => fact !== false);
}

function Facts(props: { payout: Payout; isOpen: boolean }) {
  return (
    <ul className={css.facts}>
      {useFacts(props).map(({ icon, text, warns }) => (
        <li key={text} className={warns ? css.warns : undefined}>
          <Icon name={icon} />
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
