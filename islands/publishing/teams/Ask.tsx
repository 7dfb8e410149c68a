import type { FormEvent, ReactNode } from 'react';
import type { FormRoute } from '../../../pages/forms.ts';
import { Button } from '../../../pages/ui/Button.tsx';
import { ActionForm, type ActionFormProps, type ParamsPart } from '../../ActionForm.tsx';
import { Refused } from '../../Refused.tsx';
import { useAction } from '../../useRefusal.ts';
import css from './Team.module.css';

export type AskProps<R extends FormRoute> = {
  /** Text of the button. `name` is its full name for screen readers. */
  open: string;
  name: string;
  question: ReactNode;
  answer: string;
  busy: string;
  call: R;
  deed(): Promise<unknown>;
} & ParamsPart<R>;

/** Names the item and asks for confirmation. Works without a script. */
export function Ask<R extends FormRoute>(props: AskProps<R>) {
  const { open, name, question, answer, busy: doing, call, params, deed } = props as AskProps<FormRoute>;
  const { refusal, busy, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(deed);
  };
  return (
    <details className={css.ask}>
      <summary aria-label={name}>{open}</summary>
      <ActionForm {...({ call, params } as ActionFormProps<FormRoute>)} onSubmit={submit}>
        <p>{question}</p>
        <Button type="submit" kind="outlined" className={css.bad} busy={busy && doing}>
          {answer}
        </Button>
        <Refused refusal={refusal} />
      </ActionForm>
    </details>
  );
}
