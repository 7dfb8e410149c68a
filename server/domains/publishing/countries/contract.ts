import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, OneOf } from '../../../lib/schemas.ts';
import { GEOFILTER_TYPES } from './rules.ts';

const Country = Type.String({ description: 'ISO 3166-1 alpha-2' });
const Version = Type.String({
  description: 'version that was read; send it back with a change; an older version is refused with 409',
});

const GeofilterStrategy = Type.Object({
  story_id: Id,
  type: OneOf(GEOFILTER_TYPES, 'allow: only in these countries; deny: everywhere except in these countries'),
  countries: Type.Array(Country, { description: 'sorted, without duplicates; empty with worldwide' }),
  version: Version,
});

export const geoContract = defineContract({
  'GET /geofilters': {
    tag: 'Prices and countries',
    summary: 'List countries, sorted by name',
    access: 'anyone',
    replies: {
      200: Type.Object({
        countries: Type.Array(Type.Object({ code: Country, label: Type.String() })),
        groups: Type.Array(
          Type.Object({ id: Type.String(), label: Type.String(), countries: Type.Array(Country) }),
          { description: 'countries that are often chosen together' },
        ),
      }),
    },
  },
  'GET /creator/story_geofiltering_strategies/:id': {
    tag: 'Prices and countries',
    summary: 'Get the countries where a story can be read',
    description: '`id` is the id of the story.',
    access: 'user',
    params: IdParams,
    replies: { 200: GeofilterStrategy },
  },
  'PUT /creator/story_geofiltering_strategies/:id': {
    tag: 'Prices and countries',
    summary: 'Set the countries where a story can be read',
    description:
      '`id` is the id of the story. Readers whose country is unknown can read with `deny`, but not with `allow`.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      type: OneOf(GEOFILTER_TYPES),
      countries: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 1000 })),
      version: Type.Optional(Version),
    }),
    replies: { 200: GeofilterStrategy },
    refusals: [403, 409],
    form: {},
  },
});
