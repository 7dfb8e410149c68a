/** Shows a refusal in place: the message in words, and each field's own errors (ERR-09…11). */
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { humanizeField } from '../locales/index.ts';
import { useTranslations } from '../locales/react.tsx';
import { ApiError, COMMUNICATION } from './api.ts';
import { type Refusal, withoutFields } from './refusal.ts';

export type { Refusal };

/** Words for any thrown error. The build adds the field names of the calls that an island makes. */
export function useWording(): (error: unknown) => Refusal {
  const errors = useTranslations('errors');
  const names = useTranslations('fields');
  return useCallback(
    (error: unknown): Refusal => {
      if (!(error instanceof ApiError) || error.code === COMMUNICATION) {
        return { code: COMMUNICATION, message: errors('communication'), fields: {} };
      }
      const fields = Object.entries(error.fields).map(([name, messages]) => [
        name,
        messages.map((message) => `${humanizeField(name, names)} ${message}`),
      ]);
      return { code: error.code, message: error.message, fields: Object.fromEntries(fields) };
    },
    [errors, names],
  );
}

/** Returned when the action leaves the page: the button stays busy until then. */
export const LEAVING = Symbol('leaving');

export function useAction() {
  const wording = useWording();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (deed: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    try {
      if ((await deed()) !== LEAVING) setBusy(false);
      return true;
    } catch (error) {
      // Renders first, so that the caller can focus the wrong field.
      flushSync(() => {
        setBusy(false);
        setRefusal(wording(error));
      });
      return false;
    }
  };
  const mend = (...names: string[]): void => setRefusal((now) => withoutFields(now, names));
  /** For a form's `onInput`. Field names are the server's. */
  const mendTyped = ({ target }: { target: EventTarget }): void => {
    if ('name' in target && typeof target.name === 'string' && target.name !== '') mend(target.name);
  };
  return { refusal, setRefusal, busy, run, mend, mendTyped };
}

/** After a refusal, focuses the summary, or the field itself if only one is wrong. */
export function focusWrong(form: HTMLFormElement | null): void {
  const summary = form?.querySelector<HTMLElement>('[data-summary]');
  const isLong = summary && summary.querySelectorAll('li').length > 1;
  (isLong ? summary : form?.querySelector<HTMLElement>('[aria-invalid=true]'))?.focus();
}

/** True after hydration. The server then validates and answers in the page's language, not the browser's. */
export function useAwake(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  return awake;
}
