import Type from 'typebox';
import { Id, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { PUBLICATION_TYPES } from '../../publishing/stories/rules.ts';
import { KEPT_PLACES_MAX_COUNT } from './rules.ts';

const Address = Nullable(Type.String({ description: 'path of the picture; null without one' }));

export const ShelfStory = Type.Object({
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  publication_type: OneOf(PUBLICATION_TYPES),
  language: Type.String({ description: 'ISO 639-1 code' }),
  cover_url: Address,
  thumbnail_url: Address,
  mini_thumbnail_url: Address,
  author: Type.Object({ slug: Type.String(), display_name: Type.String() }),
  last_update: Moment,
});

const EPISODE_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const KeptPlace = Type.Object({
  episode_id: Id,
  story: ShelfStory,
  number: Type.Integer({ description: 'position of the episode in its story, from 1' }),
  items: Type.Integer({ description: 'number of pages or chapters in the episode' }),
  next_number: Nullable(
    Type.Integer({ description: 'number of the next published episode; null for the last one' }),
  ),
});

export const KeptPlacesQuery = Type.Object({
  episode_ids: Type.String({
    pattern: `^${EPISODE_ID}(?:,${EPISODE_ID}){0,${KEPT_PLACES_MAX_COUNT - 1}}$`,
    description: `episode ids separated by commas, at most ${KEPT_PLACES_MAX_COUNT}`,
  }),
});
