import { useState } from 'react';
import { formatNumber } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import type { Address } from '#pages/addresses.ts';
import { Button } from '#pages/ui/Button.tsx';
import { inOrder } from './order.ts';
import { Row } from './Row.tsx';
import css from './ShortNotes.module.css';
import type { Desk, Unsent } from './types.ts';

const SHOWN_COUNT = 5;
const SHOWN_MAX_COUNT = 100;

export type ListProps = {
  desk: Desk;
  item: { id: string; number: number };
  heading: string;
  page: Address;
  here: string;
  onAction: (deed: Parameters<Desk['act']>[0]) => void;
};

export function List({ desk, item, heading, page, here, onAction }: ListProps) {
  const t = useTranslations('tsukkomi');
  const [most, setMost] = useState(SHOWN_COUNT);
  const known = desk.of(item.id);
  const notes = inOrder(known?.notes ?? []);
  const at = notes.findIndex(({ id }) => id === desk.shown?.id);
  const shown = notes.slice(0, Math.max(most, at + 1));
  const left = Math.min(notes.length, SHOWN_MAX_COUNT) - shown.length;
  return (
    <section>
      <h3 className={css.head}>
        <span>{heading}</span>
        {known?.state === 'here' && <span>{t('count', { count: notes.length })}</span>}
      </h3>
      {known?.state === 'failed' && <p className={css.hint}>{t('failedToLoad')}</p>}
      {known?.state === 'coming' && notes.length === 0 && <p className={css.hint}>{t('loading')}</p>}
      {known?.state === 'here' && notes.length === 0 && <p className={css.hint}>{t('none')}</p>}
      <ol className={css.list}>
        {shown.map((note, index) => (
          <Row
            key={note.id}
            number={index + 1}
            moderates={desk.rights.moderates}
            statesReasons={desk.rights.statesReasons}
            shown={note.id === desk.shown?.id ? desk.shown : null}
            {...{ note, page, here, onAction }}
          />
        ))}
      </ol>
      {left > 0 && (
        <Button kind="quiet" icon="chevron-down" onClick={() => setMost(SHOWN_MAX_COUNT)}>
          {t('further', { count: formatNumber(left), place: heading })}
        </Button>
      )}
    </section>
  );
}

/** Notes held back while offline, and notes refused afterwards. */
export function UnsentNotes({
  unsent,
  onForget,
}: {
  unsent: readonly Unsent[];
  onForget: (key: string) => void;
}) {
  const t = useTranslations('tsukkomi');
  return unsent.map(({ key, body, refused }) => (
    <div key={key} className={css.unsent}>
      <b dir="auto">{body}</b>
      <p>{refused ?? t('waits')}</p>
      <Button kind="quiet" onClick={() => onForget(key)}>
        {t('forget')}
      </Button>
    </div>
  ));
}
