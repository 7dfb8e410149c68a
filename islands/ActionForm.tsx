/** A form that posts to an API call without a script. pages/forms.ts names the page that follows. */
import type { ComponentProps } from 'react';
import { useLocale } from '../locales/react.tsx';
import type { Address } from '../pages/addresses.ts';
import type { FormRoute } from '../pages/forms.ts';
import type { Api } from '../server/api.ts';
import type { ParamsOf } from '../server/lib/contract.ts';
import { addressOf } from './api.ts';

export type FixedFormRoute = {
  [R in FormRoute]: ParamsOf<Api[R]> extends undefined ? R : never;
}[FormRoute];

export type ParamsPart<R extends FormRoute> =
  ParamsOf<Api[R]> extends undefined ? { params?: undefined } : { params: ParamsOf<Api[R]> };

export type ActionFormProps<R extends FormRoute> = {
  call: R;
  /** Where to go afterwards: a path of this site with its language, checked by the server. */
  back?: string | null;
  /** The page that holds the form, when the call's parameters do not name it. */
  page?: Address;
} & ParamsPart<R> &
  Omit<ComponentProps<'form'>, 'action' | 'method'>;

/** HTML forms support only GET and POST, so other methods travel in `_method`. */
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
  // The server may answer a form with a file before it reads the fields.
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
