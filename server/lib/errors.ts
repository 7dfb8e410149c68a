/**
 * The code of a refusal is the contract (decisions.md §3) and never reused. Its text is `codes.<code>` in
 * `locales/*.json`. A brand identifies refusals, not `instanceof`, since Vite bundles a second copy.
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

export type FieldErrors = Record<string, FieldProblem[]>;

export type AppErrorOptions = {
  fields?: FieldErrors;
  args?: Record<string, string | number>;
  /** Keys of `missing` in the locales, listed in the placeholder `missing`. */
  missing?: readonly string[];
  retryAfterSeconds?: number;
  /** A concurrent change by somebody else, appended to the message. */
  happened?: { deed: string; name: string | null; at: Date };
  /** Extra members of the body, e.g. the locked episode of a 402. */
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

/** The machine's disk, memory or processes failed. The request is not to blame, and a retry may work. */
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
/** Retry time when a service is offline. */
export const AWAY_SECONDS = 5;
export const noRoom = refusal(507);

/** 422 with messages per field; `record_invalid` shows as "Invalid data" (ERR-08). */
export const unprocessable = (fields: FieldErrors, code = 'record_invalid'): AppError =>
  new AppError(422, code, { fields });
