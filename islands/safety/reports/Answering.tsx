import type { FormEvent } from 'react';
import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import type { Address } from '../../../pages/addresses.ts';
import { Button } from '../../../pages/ui/Button.tsx';
import { Checkbox } from '../../../pages/ui/Checkbox.tsx';
import { TextArea } from '../../../pages/ui/Field.tsx';
import { FieldScope } from '../../../pages/ui/FieldScope.tsx';
import { Seen } from '../../../pages/ui/Seen.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { Refused } from '../../Refused.tsx';
import type { Refusal } from '../../useRefusal.ts';
import css from './Queue.module.css';
import type { Answer, ReportedThing } from './types.ts';

export type ThingProps = {
  thing: ReportedThing;
  noteMaxLength: number;
  page: Address;
  refusal: Refusal | null;
  isBusy: boolean;
  /** Absent without a script. Then the form posts. */
  onDecide: ((answer: Answer) => void) | undefined;
};

/** The form of a report. With a script, an empty reason means the usual one. */
export function Answering({ thing, noteMaxLength, page, refusal, isBusy, onDecide }: ThingProps) {
  const t = useTranslations('reportQueue');
  const reasons = useTranslations('reportCategories');
  const others = thing.reports_count - 1;
  const usual = {
    actioned: t('actionedNote', {
      category: thing.categories[0]
        ? reasons(thing.categories[0].category satisfies MessageKey<'reportCategories'>)
        : '',
    }),
    rejected: t('rejectedNote'),
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (onDecide === undefined) return;
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const values = new FormData(event.currentTarget);
    const state: Answer['state'] =
      submitter instanceof HTMLButtonElement && submitter.value === 'rejected' ? 'rejected' : 'actioned';
    const note = String(values.get('note')).trim() || usual[state];
    const isTicked = (name: string) => values.getAll(name).at(-1) === 'on';
    onDecide({ state, note, similar: isTicked('similar'), hide: isTicked('hide') });
  };

  return (
    <ActionForm
      call="PATCH /admin/violations/:id"
      params={{ id: thing.id }}
      page={page}
      className={css.answer}
      noValidate={onDecide !== undefined}
      onSubmit={submit}
    >
      <FieldScope>
        {/* The queue contains open reports. */}
        <Seen version="open" />
        <TextArea label={t('note')} name="note" rows={2} maxLength={noteMaxLength} required />
        {others > 0 && (
          <>
            <input type="hidden" name="similar" value="false" />
            <Checkbox name="similar" defaultChecked>
              {t('similar', { count: others })}
            </Checkbox>
          </>
        )}
        {thing.canHide && (
          <>
            <input type="hidden" name="hide" value="false" />
            <Checkbox name="hide" defaultChecked={false}>
              {t('hide')}
            </Checkbox>
          </>
        )}
        <Refused refusal={refusal} />
        <p className={css.buttons}>
          <Button type="submit" name="state" value="actioned" kind="ink" busy={isBusy && t('action')}>
            {t('action')}
          </Button>
          <Button type="submit" name="state" value="rejected" busy={isBusy && t('reject')}>
            {t('reject')}
          </Button>
        </p>
      </FieldScope>
    </ActionForm>
  );
}
