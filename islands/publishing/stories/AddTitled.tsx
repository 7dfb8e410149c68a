import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';
import { focusWrong, type Refusal, useAction } from '../../useRefusal.ts';
import css from './AddTitled.module.css';

export type AddTitledProps = {
  id: string;
  label: string;
  action: string;
  filled?: boolean;
  titleMaxLength: number;
  add: (title: string) => Promise<unknown>;
  refused: (refusal: Refusal) => ReactNode;
};

/** Form for a new item's title. It has one field, which shows its own error (islands/Summary.tsx). */
export function AddTitled({ id, label, action, filled, titleMaxLength, add, refused }: AddTitledProps) {
  const t = useTranslations('console');
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run, mendTyped } = useAction();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title') ?? '');
    if (!(await run(() => add(title)))) focusWrong(form.current);
  };
  return (
    <form
      className={css.add}
      method="dialog"
      noValidate
      ref={form}
      onSubmit={submit}
      onInput={mendTyped}
      data-needs-js
    >
      <TextField
        id={id}
        label={label}
        name="title"
        maxLength={titleMaxLength}
        required
        autoComplete="off"
        errors={refusal?.fields.title}
      />
      <Button
        type="submit"
        kind={filled ? 'filled' : 'outlined'}
        icon="plus"
        busy={busy && t('adding')}
        className={css.button}
      >
        {action}
      </Button>
      {refusal && refused(refusal)}
    </form>
  );
}
