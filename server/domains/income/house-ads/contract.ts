import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { LOCALES } from '../../../lib/locale.ts';
import {
  Id,
  IdParams,
  LockVersion,
  Message,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
} from '../../../lib/schemas.ts';
import { HappenedMember, Seen, Version } from '../../platform/audit/contract-seen.ts';
import { GENRES } from '../../publishing/stories/rules.ts';
import {
  AD_DAILY_MAX,
  AD_LINK_MAX_LENGTH,
  AD_LOOKS,
  AD_SENTENCE_MAX_LENGTH,
  AD_SUBSCRIPTIONS_MAX,
  AD_TARGETS,
  AD_TEXT_MAX_LENGTH,
  AD_WEIGHT_MAX,
} from '../interstitials/rules.ts';

const Day = (description: string) => Nullable(Type.String({ format: 'date', description }));
const words = { en: 'English', de: 'German' } as const;

/** Flat, so that a plain form can send the same fields. */
const texts = Object.fromEntries(
  LOCALES.flatMap((locale) => {
    const language = locale in words ? words[locale as keyof typeof words] : locale;
    const field = (most: number, what: string) =>
      Type.Optional(
        Type.String({
          maxLength: most,
          description: `${what} in ${language}; if empty, the advertisement is not shown in this language`,
        }),
      );
    return [
      [
        `title_${locale}`,
        field(AD_SENTENCE_MAX_LENGTH, 'title, at most 48 characters, or 90 for the look `sentence`,'),
      ],
      [`text_${locale}`, field(AD_TEXT_MAX_LENGTH, 'text below the title')],
    ];
  }),
);

const fields = {
  link: Type.String({
    minLength: 1,
    maxLength: AD_LINK_MAX_LENGTH,
    description:
      'path on this site without language prefix, or an address that begins with https://; for the look `story`, the page of a story',
  }),
  look: OneOf(AD_LOOKS, '`story`: with the cover and the colour of the linked story'),
  target: OneOf(
    AD_TARGETS,
    '`unpublished`: readers who have published nothing; `without_app`: readers not known to have the app; `few_subscriptions`: readers with fewer than `subscriptions_below`; `between_chapters`: readers of novels',
  ),
  weight: Type.Integer({
    minimum: 1,
    maximum: AD_WEIGHT_MAX,
    description: 'how often the advertisement is shown, relative to the weights of the others',
  }),
};

const optional = {
  starts_on: Type.Optional(Day('first day, in UTC; null: immediately')),
  ends_on: Type.Optional(Day('last day, in UTC; null: no end')),
  daily_max_count: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: AD_DAILY_MAX,
        description: 'how often one browser shows the advertisement per day',
      }),
    ),
  ),
  genres: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: GENRES.length,
      description: 'genres of the stories, for the target `genres`',
    }),
  ),
  subscriptions_below: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: AD_SUBSCRIPTIONS_MAX,
        description: 'limit of subscriptions for the target `few_subscriptions`',
      }),
    ),
  ),
  paused: Type.Optional(Type.Boolean({ description: 'whether the advertisement is hidden for now' })),
  ...texts,
};

export const HouseAdReply = Type.Object({
  id: Id,
  ...fields,
  texts: Type.Record(Type.String(), Type.Object({ title: Type.String(), text: Type.String() }), {
    description: 'texts by language',
  }),
  languages: Type.Array(OneOf(LOCALES)),
  starts_on: Day('first day, in UTC'),
  ends_on: Day('last day, in UTC'),
  daily_max_count: Nullable(Type.Integer()),
  genres: Type.Array(Type.String()),
  subscriptions_below: Nullable(Type.Integer()),
  paused: Type.Boolean(),
  state: OneOf(['coming', 'running', 'paused', 'ended']),
  story: Nullable(
    Type.Object({
      id: Id,
      title: Type.String(),
      cover_url: Nullable(Type.String()),
      open: Type.Boolean({
        description: 'whether readers may see the story; if not, the advertisement is not shown',
      }),
    }),
  ),
  shown_count: Type.Integer({ description: 'number of impressions in the last 28 days' }),
  followed_count: Type.Integer({ description: 'number of clicks in the same days' }),
  lock_version: Type.Integer(),
  version: Version,
});

const administration = { tag: 'Administration', access: 'administrator' } as const;
const reply = Type.Object({ ad: HouseAdReply, ...Message.properties });
/** An empty field of a form means no value. */
const empty = ['starts_on', 'ends_on', 'daily_max_count', 'subscriptions_below', ...Object.keys(texts)];

export const houseAdsContract = defineContract({
  'GET /admin/ads': {
    ...administration,
    summary: 'List our own advertisements, newest first',
    query: Type.Object({ ...PageQuery }),
    replies: { 200: Type.Object({ ads: Type.Array(HouseAdReply), ...PageReply }) },
  },
  'POST /admin/ads': {
    ...administration,
    summary: 'Create one of our own advertisements',
    description:
      'The advertisement is shown from its first day on, in the languages of its texts. More than 2,000 advertisements return 409 `too_many_ads`.',
    body: Type.Object({ ...fields, ...optional }),
    replies: { 201: reply },
    refusals: [409],
    form: { empty },
  },
  'PATCH /admin/ads/:id': {
    ...administration,
    summary: 'Change one of our own advertisements',
    description:
      'Readers see the change at once. Omitted fields stay unchanged. The call returns 409 `stale_version` when someone else changed the advertisement first.',
    params: IdParams,
    body: Type.Object({
      ...Type.Partial(Type.Object(fields)).properties,
      ...optional,
      lock_version: LockVersion,
      seen: Seen,
    }),
    replies: { 200: reply },
    members: { 409: HappenedMember },
    form: { empty },
  },
  'DELETE /admin/ads/:id': {
    ...administration,
    summary: 'Delete one of our own advertisements',
    description: 'Its impressions stay in the counts of the episodes.',
    params: IdParams,
    replies: { 200: Message },
    form: {},
  },
});
