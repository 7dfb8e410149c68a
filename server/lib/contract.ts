/**
 * A contract defines calls by route: `'POST /episodes/:id/unlock'`. Handler types, OpenAPI, serialization and the
 * browser client are derived from it. Fields that a reply does not list are never sent.
 */
import type { Static, TObject, TProperties, TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/** `user`: signed in, else 401. `administrator`: has a second factor, else 403; changes need a fresh sign-in. */
export type Access = 'anyone' | 'user' | 'administrator';

export type Call = {
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  params?: TSchema;
  query?: TSchema;
  /** Headers by their usual names (`Idempotency-Key`). */
  headers?: TObject;
  body?: TSchema;
  /** Multipart fields. With `body`, either format may arrive, without files. Otherwise the handler streams it. */
  multipart?: { fields: TSchema };
  /** Success replies by status. `null` is an empty body. With 302 the handler returns the target address. */
  replies: Partial<Record<200 | 201 | 202 | 204 | 302, TSchema | null>>;
  /** Media types of the success reply, if not JSON alone. The schema describes the JSON, the others are files. */
  media?: readonly [string, ...string[]];
  refusals?: readonly number[];
  /** Members of refusals besides message and code, by status. */
  members?: Readonly<Record<number, TProperties>>;
  bodyLimitBytes?: number;
  /** Other sites may make a browser send this: the call trusts no cookie and changes nothing. */
  crossSite?: true;
  /**
   * Needs a proof of identity of the last 15 minutes. Without it, `console` answers 403 `fresh_sign_in_required`.
   * `reader` answers 409 `prove_again`, since a reader never gets 403.
   */
  fresh?: 'console' | 'reader';
  form?: FormBody;
};

export type FormBody = {
  /** Fields whose empty value has a meaning (`prices.`: all with this prefix). Other empty fields count as not sent. */
  empty?: readonly string[];
  /** Field limit for signed-in users, when the default is too low (`http/form-bodies.ts`). */
  fieldsMaxCount?: number;
  /** Byte limit for longer texts (`http/form-bodies.ts`). With `fieldsMaxCount`, for signed-in users only. */
  maxBytes?: number;
  /** A form with this field comes from a program and gets no redirect (RFC 8058 §3.1). */
  program?: string;
  /** The call changes nothing. The page shows the form again, with the sent values and the answer. */
  shown?: true;
};

/** Where a browser form leads: paths without language prefix. Defined by the pages (pages/forms.ts). */
export type FormPlace = {
  /** Page of the form. Its address may need a sent value, e.g. a token. */
  page: string | ((params: never, body: Readonly<Record<string, unknown>>) => string);
  next: string | ((reply: never, params: never) => string);
  notice: string | ((reply: never) => string | undefined);
  /** The next page, not this call, leads the user back to where they came from (ACC-53). */
  carriesBack?: true;
};

export type Contract = Record<Route, Call>;

export const defineContract = <const C extends Contract>(contract: C): C => contract;

type SchemaOf<C extends Call, K extends 'params' | 'query' | 'headers' | 'body'> = C[K] extends TSchema
  ? Static<C[K]>
  : undefined;

type SuccessSchema<C extends Call> = Exclude<C['replies'][keyof C['replies']], undefined>;

export type ReplyOf<C extends Call> = SuccessSchema<C> extends TSchema ? Static<SuccessSchema<C>> : undefined;
export type ParamsOf<C extends Call> = SchemaOf<C, 'params'>;
export type QueryOf<C extends Call> = SchemaOf<C, 'query'>;
export type HeadersOf<C extends Call> = SchemaOf<C, 'headers'>;
export type BodyOf<C extends Call> = SchemaOf<C, 'body'>;

/** A message for the user (API-10, API-11), part of every answer with a message. */
export type Notice = { is_success: boolean; message: string };
export type AnswerOf<C extends Call> =
  ReplyOf<C> extends { message: string } ? ReplyOf<C> & { notice: Notice } : ReplyOf<C>;
export type TellingStatusOf<C extends Call> = C['members'] extends object
  ? keyof C['members'] & number
  : never;
export type MembersOf<C extends Call, S> = S extends keyof C['members']
  ? C['members'][S] extends TProperties
    ? Static<TObject<C['members'][S]>>
    : never
  : never;
