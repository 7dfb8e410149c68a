/** A form that posts to an API call by itself, and by script once one runs. */
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react';
import { FieldScope } from '../pages/ui/FieldScope.tsx';
import { ActionForm, type FixedFormRoute } from './ActionForm.tsx';
import css from './accounts/sign/Form.module.css';
import { focusWrong, LEAVING, type Refusal, useAction, useAwake } from './useRefusal.ts';

export type FormState = {
  refusal: Refusal | null;
  errors: Refusal['fields'];
  busy: boolean;
  /** Clears the errors of these fields. Typing into a field does this automatically. */
  mend(...names: string[]): void;
  bound: {
    ref: RefObject<HTMLFormElement | null>;
    call: FixedFormRoute;
    onSubmit(event: FormEvent<HTMLFormElement>): void;
    onInput(event: FormEvent<HTMLFormElement>): void;
    noValidate: boolean;
  };
};

/** `send` returns where to go next, or nothing to stay. Errors it throws appear at the fields. */
export function useForm(
  call: FixedFormRoute,
  send: (values: FormData) => Promise<string | URL | undefined>,
): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const { refusal, busy, run, mend, mendTyped } = useAction();
  const awake = useAwake();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const fine = await run(async () => {
      const target = await send(values);
      if (target === undefined) return;
      location.assign(target);
      return LEAVING;
    });
    if (!fine) focusWrong(ref.current);
  };

  return {
    refusal,
    errors: refusal?.fields ?? {},
    busy,
    mend,
    bound: {
      ref,
      call,
      onSubmit: (event) => void submit(event),
      onInput: mendTyped,
      noValidate: awake,
    },
  };
}

export function Form({
  of,
  back,
  className = css.form,
  children,
}: {
  of: FormState;
  back?: string | null;
  className?: string;
  children: ReactNode;
}) {
  return (
    <ActionForm className={className} back={back} {...of.bound}>
      <FieldScope>{children}</FieldScope>
    </ActionForm>
  );
}

export const textOf = (values: FormData, name: string): string => String(values.get(name) ?? '');
