/** One reader's part of a story, as calls say it. */
import Type from 'typebox';
import { Id, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { DIRECTIONS } from '../reader/rules.ts';
import {
  FITS,
  GLIDE_SPEED_MAX,
  ITEM_MAX,
  NOTE_DENSITIES,
  NOTE_STRENGTH_MAX,
  NOTIFY,
  PAIRS,
  SETTING,
  SIZES_REM,
} from './rules.ts';

const Item = Type.Integer({ minimum: 1, description: 'page or chapter, from 1' });
const SentItem = Type.Integer({
  minimum: 1,
  maximum: ITEM_MAX,
  description: 'page or chapter, from 1; beyond the end it is the last',
});
const Offset = Type.Number({ minimum: 0, maximum: 1, description: 'how far within the item; 0 is its top' });

export const Place = {
  item: SentItem,
  furthest_item: SentItem,
  offset: Type.Optional(Offset),
  finished: Type.Optional(
    Type.Boolean({
      description: 'whether its end was reached, for whom the last item is not the end; without it, it is',
    }),
  ),
};

export const Showing = {
  direction: Nullable(OneOf(DIRECTIONS, 'null as the story sets it: the choice was taken back')),
  fit: Nullable(OneOf(FITS, 'null as it is usual for the direction')),
  pairs: OneOf(PAIRS, 'two pages side by side: not, with the cover alone, or moved by one'),
  saver: Type.Boolean({ description: 'smaller pictures, and fewer ahead' }),
  onward: Nullable(
    Type.Boolean({
      description: 'the next episode follows by itself; null as it is usual for the direction',
    }),
  ),
};

export const GlideSpeed = Type.Integer({
  minimum: 1,
  maximum: GLIDE_SPEED_MAX,
  description: 'level at which pages scroll by themselves, in all stories',
});

/** How novels are set, in all stories. */
export const Setting = {
  ground: OneOf(SETTING.ground, 'behind the text; `system` as the rest of the site'),
  letters: OneOf(SETTING.letters, '`clear` is a face that tells letters well apart'),
  size: Type.Integer({ minimum: 1, maximum: SIZES_REM.length, description: 'step; the usual one is 3' }),
  lines: OneOf(SETTING.lines, 'how far apart they are'),
  margins: OneOf(SETTING.margins),
  edge: OneOf(SETTING.edge, 'of the lines, where they end'),
  hyphens: OneOf(SETTING.hyphens, 'as the language of the story has them, or none'),
  move: OneOf(SETTING.move),
  writing: OneOf(SETTING.writing, 'lines from top to bottom where the book has them, or never'),
};

/** How short notes are shown, in all stories. */
export const Notes = {
  shown: Type.Boolean(),
  density: OneOf(NOTE_DENSITIES, 'how many of them'),
  strength: Type.Integer({
    minimum: 1,
    maximum: NOTE_STRENGTH_MAX,
    description: '1 is hardly to be seen, 10 hides what is behind it',
  }),
};

/** Where a reader goes on in a story. */
export const Continue = Type.Object(
  {
    episode_id: Id,
    number: Type.Integer({ description: 'position of the episode in its story, from 1' }),
    title: Type.String(),
    item: Item,
    items: Type.Integer({ description: 'how many the episode has' }),
    offset: Offset,
    finished: Type.Boolean({ description: 'its end was reached once' }),
    next: Nullable(
      Type.Object(
        { episode_id: Id, number: Type.Integer() },
        { description: 'the published episode after it; null for the last' },
      ),
    ),
  },
  { description: 'the episode that was open last, of those still published' },
);

export const NotifyChoice = OneOf(
  NOTIFY,
  'of new episodes: `all` in the list of notices and by mail, `app` without mail, `none` nowhere',
);

/** A story as far as it is about one reader. */
export const Mine = Type.Object({
  own: Type.Boolean({ description: "the reader belongs to the story's team, and so may not rate it" }),
  subscribed: Type.Boolean(),
  notify: Nullable(NotifyChoice),
  stars: Nullable(Type.Integer({ description: '1 to 5; null without a rating' })),
  rated_at: Nullable(Moment),
  reported: Nullable(
    Type.Object(
      { number: Type.Integer(), created_at: Moment },
      { description: 'the open report of this reader about the story' },
    ),
  ),
  choice: Nullable(
    Type.Object({ ...Showing, chosen_at: Moment }, { description: 'how the reader has chosen to see it' }),
  ),
  glide_speed: Nullable(GlideSpeed),
  prose: Nullable(
    Type.Object({ ...Setting, chosen_at: Moment }, { description: 'how the reader has novels set' }),
  ),
  notes: Nullable(
    Type.Object({ ...Notes, chosen_at: Moment }, { description: 'how the reader has short notes shown' }),
  ),
  continue: Nullable(Continue),
  read_count: Type.Integer({ description: 'published episodes of the whole story whose end was reached' }),
  episodes: Type.Array(
    Type.Object({
      id: Id,
      number: Type.Integer({ description: 'position in the story' }),
      item: Item,
      furthest_item: Type.Integer({ description: 'it never goes back' }),
      items: Type.Integer(),
      offset: Offset,
      finished: Type.Boolean({ description: 'its end was reached once' }),
      read_at: Moment,
    }),
    { description: 'of the listed episodes; one that was never opened has none' },
  ),
  liked_episode_ids: Type.Array(Id),
  locked_episodes: Type.Array(
    Type.Object({
      id: Id,
      number: Type.Integer(),
      price: Type.Integer(),
      free_at: Nullable({ ...Moment, description: 'when it becomes free' }),
    }),
  ),
  unlocked_episode_ids: Type.Array(Id),
  unlocked_numbers: Type.Array(Type.Integer(), { description: 'positions of these in the story' }),
});
