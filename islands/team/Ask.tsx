import type { FormEvent, ReactNode } from 'react';
import { useLocale } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Refused } from '../Refused.tsx';
import { useDeed } from '../useRefusal.ts';
import css from './Team.module.css';

export type AskProps = {
  /** Opens the question; `name` says it in full to who does not see where it stands. */
  open: string;
  name: string;
  question: ReactNode;
  /** The button that does it. */
  answer: string;
  busy: string;
  action: string;
  deed(): Promise<unknown>;
};

/** Asks before it does, by naming what goes. Opens and is sent without a script too. */
export function Ask({ open, name, question, answer, busy: doing, action, deed }: AskProps) {
  const locale = useLocale();
  const { refusal, busy, run } = useDeed();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(deed);
  };
  return (
    <details className={css.ask}>
      <summary aria-label={name}>{open}</summary>
      <form method="post" action={`${action}?_method=DELETE`} onSubmit={submit}>
        <input type="hidden" name="_locale" value={locale} />
        <p>{question}</p>
        <Button type="submit" kind="outlined" className={css.bad} busy={busy && doing}>
          {answer}
        </Button>
        <Refused refusal={refusal} />
      </form>
    </details>
  );
}
