import { formatDate, formatMoney, formatTime } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import type { ActionView } from '#server/domains/administration/administration/queries-log.ts';
import type { Violation } from '#server/domains/platform/policy/rules.ts';
import css from './Admin.module.css';

export function Entries({ actions, level = 3 }: { actions: readonly ActionView[]; level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const days = [...new Set(actions.map(({ at }) => formatDate(at)))];
  return days.map((day) => (
    <section key={day} aria-label={day}>
      <Heading className={css.day}>{day}</Heading>
      <ol className={css.list}>
        {actions
          .filter(({ at }) => formatDate(at) === day)
          .map((action) => (
            <Entry key={action.number} action={action} />
          ))}
      </ol>
    </section>
  ));
}

function placeOf({ type, id }: ActionView['subject']): Address | null {
  if (type === 'user') return address('/admin/users/@id', { id });
  if (type === 'import') return address('/admin/revenue/@id', { id });
  if (type === 'ad') return address('/admin/ads', {}, { query: { ad: id } });
  if (type === 'story') return address('/admin/stories/@id', { id });
  if (type === 'queue') return '/admin/queues';
  if (type === 'job') return address('/admin/queues/@id', { id });
  return type === 'episode' ? address('/admin/episodes/@id', { id }) : null;
}

function Entry({ action }: { action: ActionView }) {
  const t = useTranslations('administration');
  const href = useHref();
  const { number, at, actor, deed, subject, reason } = action;
  const place = placeOf(subject);
  const name = subject.name ?? t('gone');
  return (
    <li className={css.entry} id={`no-${number}`}>
      <span className={css.number}>{number}</span>
      <time dateTime={at} className={css.number}>
        {formatTime(at)}
      </time>
      <div>
        <b>
          <bdi>{actor === null ? t('service') : (actor.display_name ?? t('gone'))}</bdi>
        </b>
        <p>
          {t(`actions.${deed}`)}: {place ? <a href={href(place)}>{<bdi>{name}</bdi>}</a> : <bdi>{name}</bdi>}
          <Details action={action} />
        </p>
        {reason && (
          <blockquote className={css.said} dir="auto">
            {reason}
          </blockquote>
        )}
      </div>
    </li>
  );
}

function Details({ action: { details } }: { action: ActionView }) {
  const t = useTranslations('administration');
  const grounds = useTranslations('statement');
  const categories = useTranslations('reportCategories');
  const { ground, category, rule, coins, amount, count, reference, form, from, to, alone, state } = details;
  const said = [
    typeof from === 'boolean' && t('fromTo', { from: t(from ? 'yes' : 'no'), to: t(to ? 'yes' : 'no') }),
    (ground === 'law' || ground === 'guidelines') && grounds(`grounds.${ground}`),
    typeof rule === 'string' && rule,
    typeof category === 'string' && categories(category as Violation),
    typeof amount === 'string' && formatMoney(amount),
    typeof form === 'string' && form,
    typeof reference === 'string' && reference,
    typeof count === 'number' && t('jobsCount', { count }),
    typeof coins === 'number' && t('coinsCount', { count: coins }),
    (state === 'actioned' || state === 'rejected') && t(`reportStates.${state}`),
    alone === true && t('alone'),
  ].filter((text): text is string => Boolean(text));
  return said.length === 0 ? null : <span className={css.small}> · {said.join(' · ')}</span>;
}
