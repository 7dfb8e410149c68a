/** History of an episode, newest first: who acted, the due time and the delay (EPI-31, EPI-37). */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatDate, formatTime, type MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { api } from '../../api.ts';
import { RefusedAction } from '../../RefusedAction.tsx';
import { useAction } from '../../useRefusal.ts';
import { cityOf } from './plan.ts';
import css from './Receipts.module.css';
import type { Receipt, ReceiptPage } from './release.ts';

export type ReceiptsProps = {
  episodeId: string;
  first: ReceiptPage;
  stamp: string;
  zone: string;
};

export function Receipts({ episodeId, first, stamp, zone }: ReceiptsProps) {
  const t = useTranslations('release');
  const [list, setList] = useState(first);
  const { refusal, busy, run } = useAction();
  const ask = (page: number) =>
    api('GET /creator/episodes/:id/events', { params: { id: episodeId }, query: { page } });

  const seen = useRef(stamp);
  const look = useEffectEvent(async () => setList(await ask(1)));
  useEffect(() => {
    if (seen.current === stamp) return;
    seen.current = stamp;
    // On failure the old list stays until the next event.
    look().catch(() => undefined);
  }, [stamp]);

  const more = () =>
    run(async () => {
      const next = await ask(list.page + 1);
      const known = new Set(list.events.map(({ id }) => id));
      setList({ ...next, events: [...list.events, ...next.events.filter(({ id }) => !known.has(id))] });
    });

  if (list.events.length === 0) return null;
  return (
    <section aria-labelledby="receipts" className={css.section}>
      <h2 className={css.heading} id="receipts">
        {t('receipts')}
      </h2>
      <p className={css.fact}>{t('timesIn', { zone: cityOf(zone) })}</p>
      <ol className={css.list}>
        {list.events.map((receipt) => (
          <li key={receipt.id} className={css.receipt}>
            <ReceiptLine receipt={receipt} zone={zone} />
          </li>
        ))}
      </ol>
      {list.page * list.per_page < list.total && (
        <Button kind="quiet" busy={busy && t('loading')} onClick={() => void more()}>
          {t('older')}
        </Button>
      )}
      <RefusedAction refusal={refusal} />
    </section>
  );
}

function ReceiptLine({ receipt, zone }: { receipt: Receipt; zone: string }) {
  const t = useTranslations('release');
  const events = useTranslations('release.events');
  const lacks = useTranslations('missing');
  const moment = (at: string) => `${formatDate(at, zone)} ${formatTime(at, zone)}`;
  const { event, at, due_at: due } = receipt;
  const words = events(event, {
    name: receipt.actor?.display_name ?? t('somebody'),
    missing: receipt.missing.map((key) => lacks(key satisfies MessageKey<'missing'>)).join('; '),
    count: receipt.told_count ?? 0,
    page: receipt.page_number ?? 0,
  });
  return (
    <>
      <p className={css.words}>{words}</p>
      {receipt.reason !== null && <p className={css.reason}>{receipt.reason}</p>}
      {(event === 'schedule' || event === 'reschedule') && due !== null && (
        <p className={css.fact}>{t('plannedFor', { moment: moment(due) })}</p>
      )}
      {event === 'due' && due !== null && (
        <p className={css.fact}>
          {t('dueAt', { moment: moment(due) })} · <Lateness due={due} at={at} />
        </p>
      )}
      <time className={css.fact} dateTime={at}>
        {moment(at)}
      </time>
    </>
  );
}

/** Delays under a second do not count as late. */
function Lateness({ due, at }: { due: string; at: string }) {
  const t = useTranslations('release');
  const seconds = Math.max(0, Math.floor((Date.parse(at) - Date.parse(due)) / 1000));
  if (seconds < 1) return t('punctual');
  return seconds < 120
    ? t('lateSeconds', { count: seconds })
    : t('lateMinutes', { count: Math.floor(seconds / 60) });
}
