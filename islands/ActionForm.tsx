/** A form that posts to a call of the API by itself, so that it needs no script. Where it leads stands in pages/forms.ts. */
import type { ComponentProps } from 'react';
import { useLocale } from '../locales/react.tsx';
import type { Address } from '../pages/addresses.ts';
import type { FormRoute } from '../pages/forms.ts';
import type { Api } from '../server/api.ts';
import type { ParamsOf } from '../server/lib/contract.ts';
import { addressOf } from './api.ts';

/** The calls whose address is fixed. */
export type FixedFormRoute = {
  [R in FormRoute]: ParamsOf<Api[R]> extends undefined ? R : never;
}[FormRoute];

/** What fills the call's address; nothing for a call whose address is fixed. */
export type ParamsPart<R extends FormRoute> =
  ParamsOf<Api[R]> extends undefined ? { params?: undefined } : { params: ParamsOf<Api[R]> };

export type ActionFormProps<R extends FormRoute> = {
  call: R;
  /** Where to go afterwards instead, with its language: a path of this site that the server has checked. */
  back?: string | null;
  /** The page that this stands on, where the call's parameters do not tell it. */
  page?: Address;
} & ParamsPart<R> &
  Omit<ComponentProps<'form'>, 'action' | 'method'>;

/** A browser's form knows GET and POST only. */
export function actionOf(call: FormRoute, params?: object, words: Record<string, string> = {}): string {
  const method = call.slice(0, call.indexOf(' '));
  const query = new URLSearchParams({ ...(method === 'POST' ? {} : { _method: method }), ...words });
  return `${addressOf(call, { params })}${query.size === 0 ? '' : `?${query}`}`;
}

export function ActionForm<R extends FormRoute>(props: ActionFormProps<R>) {
  const { call, params, back, page, children, ...rest } = props as ActionFormProps<FormRoute>;
  const words = {
    _locale: useLocale(),
    ...(back ? { _back: back } : {}),
    ...(page ? { _page: page } : {}),
  };
  // One with a file may be answered before its fields are read.
  const isAhead = rest.encType === 'multipart/form-data';
  return (
    <form method="post" action={actionOf(call, params, isAhead ? words : {})} {...rest}>
      {!isAhead &&
        Object.entries(words).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      {children}
    </form>
  );
}
