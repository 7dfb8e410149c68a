import Type, { type TObject, type TProperties, type TSchema } from 'typebox';

export const Id = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'opaque identifier',
});

export const IdParams = Type.Object({ id: Id });

export const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const OneOf = <const T extends string[]>(words: readonly [...T], description?: string) =>
  Type.Enum<T>([...words] as T, description === undefined ? {} : { description });

/** Typed text with something visible, at most `most` code points (checked in validate.ts). */
export const RequiredText = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, blank: false, description });

/** A person's name. Invisible characters are removed before the check (validate.ts). */
export const NameText = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, blank: false, clean: 'name', description });

/** Title of a work or a list: cleaned like a name and put on one line. */
export const TitleText = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, blank: false, clean: 'title', description });

export const EmailText = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, blank: false, clean: 'email', description });

export const LockVersion = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'version that the caller has seen; an older one is refused with 409',
  }),
);

/** Time zone of the device at sign-up. An unknown zone is no reason to refuse. */
export const DeviceZone = Type.Optional(
  Type.String({ maxLength: 200, description: 'IANA zone of the device; UTC if it is missing or unknown' }),
);

/** `?page=` from 1 and `?per_page=` of at most 100 (api.md). */
export const PageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 24 })),
};

export const PageReply = {
  page: Type.Integer(),
  per_page: Type.Integer(),
  total: Type.Integer(),
};

export const Message = Type.Object({ message: Type.String() });

/** API-10, API-11: a message for the user, and whether it reports success. */
export const Notice = Type.Object({ is_success: Type.Boolean(), message: Type.String() });

/** Body of a refusal (decisions.md §3). The documentation explains it once for all calls. */
export const ErrorReply = Type.Object({
  message: Type.String(),
  code: Type.String(),
  fields: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Array(Type.String())))),
  notice: Notice,
});

export function refusalReply(status: number, members: TProperties = {}): TObject {
  const { fields, ...always } = ErrorReply.properties;
  return Type.Object({ ...always, ...(status === 422 ? { fields } : {}), ...members });
}
