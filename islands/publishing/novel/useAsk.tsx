/** Asks for one value in a dialog and keeps the selection in the text. */
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { TextArea, TextField } from '../../../pages/ui/Field.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import type { Area } from './area.ts';
import type { Writing } from './useWriting.ts';

export type AskWords = {
  name: string;
  heading: string;
  label: string;
  hint: string;
  action: string;
  removal: string;
  picture?: ReactNode;
  isLong?: boolean;
  inputMode?: 'url';
  maxLength?: number;
  lang?: string;
};

export type Question = {
  value: string;
  problem?: string;
  /** Applies the answer. Returns an error message, or null when done. */
  put: (area: Area, value: string) => string | null;
  cut?: (area: Area) => void;
};

export function useAsk(writing: Writing, { heading, action, removal, picture, isLong, ...field }: AskWords) {
  const t = useTranslations('novel');
  const ids = useId();
  const dialog = useDialog();
  const range = useRef<Range | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);

  /** Shows the error, or returns to the text. The text takes the focus only after the dialog has closed. */
  const finish = (deed: (area: Area) => string | null | undefined) =>
    writing.act((area) => {
      if (range.current !== null) area.editor.setSelection(range.current);
      const wrong = deed(area) ?? null;
      if (wrong !== null) return setProblem(wrong);
      dialog.close();
      area.editor.focus();
    });
  const put = (event: FormEvent) => {
    event.preventDefault();
    finish((area) => question?.put(area, value.trim()));
  };
  const cut = () =>
    finish((area) => {
      question?.cut?.(area);
      return null;
    });
  const shown = {
    ...field,
    value,
    autoComplete: 'off',
    dir: field.lang === undefined ? undefined : 'auto',
    errors: problem === undefined ? [] : [problem],
  };
  const change = (next: string) => {
    setValue(next);
    setProblem(undefined);
  };
  return {
    ask: (begin: (area: Area) => Question) =>
      writing.act((area) => {
        range.current = area.editor.getSelection();
        const next = begin(area);
        setQuestion(next);
        setValue(next.value);
        setProblem(next.problem);
        dialog.open();
      }),
    dialog: (
      <Dialog
        id={`${ids}-${field.name}`}
        ref={dialog.ref}
        heading={heading}
        light={false}
        actions={
          <>
            <Button type="submit" form={`${ids}-answer`} kind="filled">
              {action}
            </Button>
            {question?.cut !== undefined && <Button onClick={cut}>{removal}</Button>}
            <Button kind="quiet" onClick={() => dialog.close()}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <form id={`${ids}-answer`} method="dialog" noValidate onSubmit={put}>
          {picture}
          {isLong ? (
            <TextArea {...shown} onChange={(event) => change(event.currentTarget.value)} />
          ) : (
            <TextField {...shown} onChange={(event) => change(event.currentTarget.value)} />
          )}
        </form>
      </Dialog>
    ),
  };
}
