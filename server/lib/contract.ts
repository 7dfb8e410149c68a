/**
 * Contracts: a call is a value under its own URL, `'POST /episodes/:id/unlock'`. Handler types, OpenAPI, reply
 * serialisation and the browser's client are derived from it; a field that a reply does not list never leaves.
 */
import type { Static, TObject, TProperties, TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/**
 * Who may call: `anyone`, a signed-in `user` (else 401), an `administrator` with a second factor (else 403), whose changes
 * need a fresh sign-in as well. Finer rights are rules.
 */
export type Access = 'anyone' | 'user' | 'administrator';

export type Call = {
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  params?: TSchema;
  query?: TSchema;
  /** Request headers that the call reads, by their usual names (`Idempotency-Key`). */
  headers?: TObject;
  body?: TSchema;
  /** Present when the body is multipart; says what it holds. With a `body` beside it, it may come either way and holds no
   * file; without, it is streamed by the handler. */
  multipart?: { fields: TSchema };
  /** Success replies by status; `null` is an empty body. With 302 the handler's text is the address to go to. */
  replies: Partial<Record<200 | 201 | 202 | 204 | 302, TSchema | null>>;
  /** Media types of the success reply when it is not JSON alone; the schema is that of the JSON, the others are files. */
  media?: readonly [string, ...string[]];
  /** Statuses of the refusals that this call adds to the common ones. */
  refusals?: readonly number[];
  /** What the bodies of refusals hold beside message and code, by status. */
  members?: Readonly<Record<number, TProperties>>;
  /** Largest body in bytes, when it is not the server's common one. */
  bodyLimitBytes?: number;
  /** Another site may make a browser send this: the call trusts no cookie and changes nothing. */
  crossSite?: true;
  /**
   * Needs a proof of the last 15 minutes. In the `console` its lack is 403 `fresh_sign_in_required`; a `reader` is never
   * answered 403, so it is 409 `prove_again` there.
   */
  fresh?: 'console' | 'reader';
  /** It takes plain browser forms too. */
  form?: FormBody;
};

export type FormBody = {
  /** Fields whose emptiness says something (`prices.`: all that begin so); other empty fields count as not sent. */
  empty?: readonly string[];
  /** Most fields of a form from somebody signed in, where the usual number is too few (`http/form-bodies.ts`). */
  fieldsMaxCount?: number;
  /** Most bytes of a form with longer texts (`http/form-bodies.ts`). With `fieldsMaxCount` it holds for signed-in people alone. */
  maxBytes?: number;
  /** A form with this field was sent by a program, which wants no redirect (RFC 8058 §3.1). */
  program?: string;
  /** It changes nothing: the page of the form is shown again, filled as it was sent, with what was answered. */
  shown?: true;
};

/** Where a browser's form leads: paths without language prefix. The pages own them (pages/forms.ts). */
export type FormPlace = {
  /** The page that holds the form; it may need something of what was sent, such as a token. */
  page: string | ((params: never, body: Readonly<Record<string, unknown>>) => string);
  /** The page after success. */
  next: string | ((reply: never, params: never) => string);
  /** Key of what is said there. */
  notice: string | ((reply: never) => string | undefined);
  /** The page after this one leads back to where somebody came from, not this call (ACC-53). */
  carriesBack?: true;
};

export type Contract = Record<Route, Call>;

export const defineContract = <const C extends Contract>(contract: C): C => contract;

type SchemaOf<C extends Call, K extends 'params' | 'query' | 'headers' | 'body'> = C[K] extends TSchema
  ? Static<C[K]>
  : undefined;

type SuccessSchema<C extends Call> = Exclude<C['replies'][keyof C['replies']], undefined>;

/** What a successful call answers; `undefined` for an empty body. */
export type ReplyOf<C extends Call> = SuccessSchema<C> extends TSchema ? Static<SuccessSchema<C>> : undefined;
export type ParamsOf<C extends Call> = SchemaOf<C, 'params'>;
export type QueryOf<C extends Call> = SchemaOf<C, 'query'>;
export type HeadersOf<C extends Call> = SchemaOf<C, 'headers'>;
export type BodyOf<C extends Call> = SchemaOf<C, 'body'>;

/** What is told to somebody (API-10, API-11): every answer with a message carries it. */
export type Notice = { is_success: boolean; message: string };
/** What leaves: the reply, with its message as a notice too. */
export type AnswerOf<C extends Call> =
  ReplyOf<C> extends { message: string } ? ReplyOf<C> & { notice: Notice } : ReplyOf<C>;
/** Statuses of refusals that carry members of their own, and those members. */
export type TellingStatusOf<C extends Call> = C['members'] extends object
  ? keyof C['members'] & number
  : never;
export type MembersOf<C extends Call, S> = S extends keyof C['members']
  ? C['members'][S] extends TProperties
    ? Static<TObject<C['members'][S]>>
    : never
  : never;
