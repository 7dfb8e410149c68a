/** The report queue: decisions by buttons or keys, with undo. Each also works as a form. */
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import type { Address } from '../../pages/addresses.ts';
import { Button } from '../../pages/ui/Button.tsx';
import { Checkbox } from '../../pages/ui/Checkbox.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { useAwake } from '../useRefusal.ts';
import { Decided } from './reports/Decided.tsx';
import { KEYS, keyOf, readLetters, writeLetters } from './reports/keys.ts';
import css from './reports/Queue.module.css';
import { Thing } from './reports/Thing.tsx';
import type { ReportedThing } from './reports/types.ts';
import { useTriage } from './reports/useTriage.ts';

export type ReportQueueProps = {
  things: readonly ReportedThing[];
  noteMaxLength: number;
  page: Address;
};

export default function ReportQueue({ things, noteMaxLength, page }: ReportQueueProps) {
  const t = useTranslations('reportQueue');
  const isAwake = useAwake();
  const list = useRef<HTMLDivElement>(null);
  const { decided, refusals, busy, said, decide, undo, last } = useTriage(things, list);
  const [hasLetters, setLetters] = useState(true);
  const help = useDialog();
  useEffect(() => setLetters(readLetters()), []);

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-report]') ?? [])];
  const move = (step: number) => {
    const all = rows();
    const at = all.findIndex((row) => row.contains(document.activeElement));
    const next = at === -1 ? all[0] : all[Math.min(Math.max(at + step, 0), all.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const press = (name: 'actioned' | 'rejected') => {
    const row = rows().find((each) => each.contains(document.activeElement));
    row?.querySelector<HTMLElement>(`button[name=state][value=${name}]`)?.click();
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if (key === null || !hasLetters) return;
      event.preventDefault();
      if (key === 'j') move(1);
      if (key === 'k') move(-1);
      if (key === 'a') press('actioned');
      if (key === 'r') press('rejected');
      if (key === 'u' && last !== null) void undo(last);
      if (key === '?') help.open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <div ref={list}>
      {isAwake && (
        <Button kind="quiet" icon="circle-help" onClick={() => help.open()} className={css.help}>
          {t('keys')}
        </Button>
      )}
      {things.map((thing) => {
        const answer = decided.get(thing.id);
        return answer ? (
          <Decided key={thing.id} thing={thing} answer={answer} onUndo={() => void undo(thing.id)} />
        ) : (
          <Thing
            key={thing.id}
            thing={thing}
            noteMaxLength={noteMaxLength}
            page={page}
            refusal={refusals.get(thing.id) ?? null}
            isBusy={busy === thing.id}
            onDecide={isAwake ? (answer) => void decide(thing, answer) : undefined}
          />
        );
      })}
      <Toast>{said}</Toast>
      <Dialog id="report-keys" ref={help.ref} heading={t('keysTitle')} closeLabel={t('close')}>
        <dl className={css.keys}>
          {KEYS.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(meaning)}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          toggle
          checked={hasLetters}
          onChange={({ currentTarget: { checked } }) => {
            setLetters(checked);
            writeLetters(checked);
          }}
        >
          {t('letters')}
        </Checkbox>
      </Dialog>
    </div>
  );
}
