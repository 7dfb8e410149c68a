/**
 * Refusals. The code is the contract (decisions.md §3): it is never reused, and the text shown for it stands in
 * `locales/*.json` under `codes.<code>`. Refusals are told by a brand, not by `instanceof`, since Vite bundles a second copy.
 */
const brand: unique symbol = Symbol.for('tsuzuki.AppError') as never;

export type FieldProblem =
  | 'blank'
  | 'invalid'
  | 'taken'
  | 'too_short'
  | 'too_long'
  | 'not_a_number'
  | 'not_an_integer'
  | (string & {});

/** One field and the keys of its messages (`problems.<problem>` in the locales). */
export type FieldErrors = Record<string, FieldProblem[]>;

export type AppErrorOptions = {
  fields?: FieldErrors;
  /** Values for the message's placeholders. */
  args?: Record<string, string | number>;
  /** Keys of `shortcomings` in the locales, told as a list under the placeholder `missing`. */
  missing?: readonly string[];
  retryAfterSeconds?: number;
  /** What somebody else did meanwhile; told behind the message. */
  happened?: { deed: string; name: string | null; at: Date };
  /** Extra members of the body, such as the locked episode of a 402. */
  body?: Record<string, unknown>;
};

export class AppError extends Error {
  readonly [brand] = true;
  readonly status: number;
  readonly code: string;
  readonly options: AppErrorOptions;

  constructor(status: number, code: string, options: AppErrorOptions = {}) {
    super(code);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.options = options;
  }
}

export const isAppError = (error: unknown): error is AppError =>
  typeof error === 'object' && error !== null && brand in error;

/** The disk, the memory or the processes of the machine: nothing that anybody sent is to blame, and later it may work. */
export const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || /buffer allocation failed/.test(error.message));

const refusal =
  (status: number) =>
  (code: string, options?: AppErrorOptions): AppError =>
    new AppError(status, code, options);

export const badRequest = refusal(400);
export const unauthorized = refusal(401);
export const paymentRequired = refusal(402);
export const forbidden = refusal(403);
export const notFound = refusal(404);
export const conflict = refusal(409);
export const tooLarge = refusal(413);
export const unsupportedMedia = refusal(415);
export const locked = refusal(423);
export const tooMany = refusal(429);
export const unavailableForLegalReasons = refusal(451);
export const unavailable = refusal(503);
/** When whoever met a service that is away may come again. */
export const AWAY_SECONDS = 5;
export const noRoom = refusal(507);

/** 422 with messages per field; `record_invalid` shows as "Invalid data" (ERR-08). */
export const unprocessable = (fields: FieldErrors, code = 'record_invalid'): AppError =>
  new AppError(422, code, { fields });
