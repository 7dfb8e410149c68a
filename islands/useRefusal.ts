/** Tells a refusal where it happened: the message in words, and under each field its own (ERR-09…11). */
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { humanizeField } from '../locales/index.ts';
import { useTranslations } from '../locales/react.tsx';
import { ApiError, COMMUNICATION } from './api.ts';
import { type Refusal, withoutFields } from './refusal.ts';

export type { Refusal };

/** Words for anything that was thrown; an island that uses it lists `errors.communication` and `fields`. */
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

/** What a deed answers when the page is being left: its button stays busy until it is gone. */
export const LEAVING = Symbol('leaving');

/** The refusal that a form shows at present, and how to run a deed that may be refused. */
export function useDeed() {
  const wording = useWording();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  /** Resolves to false when it was refused. */
  const run = async (deed: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    try {
      if ((await deed()) !== LEAVING) setBusy(false);
      return true;
    } catch (error) {
      // Drawn before the answer is given, so that the wrong field is there to be focused.
      flushSync(() => {
        setBusy(false);
        setRefusal(wording(error));
      });
      return false;
    }
  };
  /** Somebody has changed these fields: what was said of them holds no longer. */
  const mend = (...names: string[]): void => setRefusal((now) => withoutFields(now, names));
  /** For `onInput` of a form: its fields are called as the server calls them. */
  const mendTyped = ({ target }: { target: EventTarget }): void => {
    if ('name' in target && typeof target.name === 'string' && target.name !== '') mend(target.name);
  };
  return { refusal, setRefusal, busy, run, mend, mendTyped };
}

/** After a refused send: to the summary, which leads to each wrong field; to the field itself if there is one only. */
export function focusWrong(form: HTMLFormElement | null): void {
  const summary = form?.querySelector<HTMLElement>('[data-summary]');
  const isLong = summary && summary.querySelectorAll('li').length > 1;
  (isLong ? summary : form?.querySelector<HTMLElement>('[aria-invalid=true]'))?.focus();
}

/** True once a script runs: then the server checks forms and answers in the page's language, not the browser's. */
export function useAwake(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  return awake;
}
