/** Schemas that many contracts share. */
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';

export const Id = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'opaque identifier',
});

export const IdParams = Type.Object({ id: Id });

export const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One of a few words. */
export const OneOf = <const T extends string[]>(words: readonly [...T], description?: string) =>
  Type.Enum<T>([...words] as T, description === undefined ? {} : { description });

/** Text that somebody types: something visible, at most `most` code points (checked in validate.ts). */
export const RequiredText = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, blank: false, description });

/** Name of a person, cleaned of what nobody sees before it is checked (validate.ts). */
export const NameText = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, blank: false, clean: 'name', description });

/** Title of a work or a list: as a name, and one line whatever was pasted. */
export const TitleText = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, blank: false, clean: 'title', description });

/** Address of a mailbox, without the blanks around it. */
export const EmailText = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, blank: false, clean: 'email', description });

/** The version that somebody has before their eyes when they change something. */
export const LockVersion = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'version that the caller has seen; an older one is refused with 409',
  }),
);

/** What a browser or app says of its own clock when an account is made. A strange one is no reason to refuse it. */
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

/** API-10, API-11: what is told to somebody, and whether it is good news. */
export const Notice = Type.Object({ is_success: Type.Boolean(), message: Type.String() });

/** The body of a refusal (decisions.md §3). Every call lists several, so the description says once what they mean. */
export const ErrorReply = Type.Object({
  message: Type.String(),
  code: Type.String(),
  fields: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Array(Type.String())))),
  notice: Notice,
});

/** The body of a refusal with one status and the members that its call adds. */
export function refusalReply(status: number, members: TProperties = {}): TObject {
  const { fields, ...always } = ErrorReply.properties;
  return Type.Object({ ...always, ...(status === 422 ? { fields } : {}), ...members });
}
