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

const Item = Type.Integer({ minimum: 1, description: 'number of the page or chapter, from 1' });
const SentItem = Type.Integer({
  minimum: 1,
  maximum: ITEM_MAX,
  description: 'number of the page or chapter, from 1; beyond the end it means the last one',
});
const Offset = Type.Number({ minimum: 0, maximum: 1, description: 'position within the item; 0 is its top' });

export const Place = {
  item: SentItem,
  furthest_item: SentItem,
  offset: Type.Optional(Offset),
  finished: Type.Optional(
    Type.Boolean({
      description:
        'whether the reader reached the end of the episode; if omitted, reaching the last item counts as the end',
    }),
  ),
};

export const Showing = {
  direction: Nullable(OneOf(DIRECTIONS, 'null resets the choice to the direction of the story')),
  fit: Nullable(OneOf(FITS, 'null for the default of the direction')),
  pairs: OneOf(PAIRS, 'two pages side by side: never, with the cover alone, or shifted by one'),
  saver: Type.Boolean({ description: 'whether to load smaller pictures, and fewer in advance' }),
  onward: Nullable(
    Type.Boolean({
      description: 'whether the next episode follows automatically; null for the default of the direction',
    }),
  ),
};

export const GlideSpeed = Type.Integer({
  minimum: 1,
  maximum: GLIDE_SPEED_MAX,
  description: 'speed level of automatic scrolling, in all stories',
});

export const Setting = {
  ground: OneOf(SETTING.ground, 'background of the text; `system` matches the rest of the site'),
  letters: OneOf(SETTING.letters, 'typeface; `clear` has letters that are easy to tell apart'),
  size: Type.Integer({ minimum: 1, maximum: SIZES_REM.length, description: 'size step; default: 3' }),
  lines: OneOf(SETTING.lines, 'line spacing'),
  margins: OneOf(SETTING.margins),
  edge: OneOf(SETTING.edge, 'alignment of the line ends'),
  hyphens: OneOf(SETTING.hyphens, 'hyphenation in the language of the story, or none'),
  move: OneOf(SETTING.move),
  writing: OneOf(SETTING.writing, 'vertical lines if the book has them (`book`), or never'),
};

export const Notes = {
  shown: Type.Boolean(),
  density: OneOf(NOTE_DENSITIES, 'how many short notes are shown'),
  strength: Type.Integer({
    minimum: 1,
    maximum: NOTE_STRENGTH_MAX,
    description: 'opacity; 1 is barely visible, 10 hides everything behind the notes',
  }),
};

export const Continue = Type.Object(
  {
    episode_id: Id,
    number: Type.Integer({ description: 'position of the episode in its story, from 1' }),
    title: Type.String(),
    item: Item,
    items: Type.Integer({ description: 'number of items in the episode' }),
    offset: Offset,
    finished: Type.Boolean({ description: 'whether the reader has ever reached the end of the episode' }),
    next: Nullable(
      Type.Object(
        { episode_id: Id, number: Type.Integer() },
        { description: 'next published episode; null for the last one' },
      ),
    ),
  },
  { description: 'most recently opened episode that is still published' },
);

export const NotifyChoice = OneOf(
  NOTIFY,
  'how new episodes are announced: `all` in the notifications and by mail, `app` without mail, `none` not at all',
);

export const Mine = Type.Object({
  own: Type.Boolean({ description: "whether the reader is in the story's team and so may not rate it" }),
  subscribed: Type.Boolean(),
  notify: Nullable(NotifyChoice),
  stars: Nullable(Type.Integer({ description: "reader's rating, 1 to 5; null without a rating" })),
  rated_at: Nullable(Moment),
  reported: Nullable(
    Type.Object(
      { number: Type.Integer(), created_at: Moment },
      { description: "this reader's open report about the story" },
    ),
  ),
  choice: Nullable(
    Type.Object({ ...Showing, chosen_at: Moment }, { description: "reader's display settings" }),
  ),
  glide_speed: Nullable(GlideSpeed),
  prose: Nullable(
    Type.Object({ ...Setting, chosen_at: Moment }, { description: "reader's typography for novels" }),
  ),
  notes: Nullable(
    Type.Object({ ...Notes, chosen_at: Moment }, { description: "reader's settings for short notes" }),
  ),
  continue: Nullable(Continue),
  read_count: Type.Integer({ description: 'number of all published episodes that the reader finished' }),
  episodes: Type.Array(
    Type.Object({
      id: Id,
      number: Type.Integer({ description: 'position in the story' }),
      item: Item,
      furthest_item: Type.Integer({ description: 'furthest item reached; never goes back' }),
      items: Type.Integer(),
      offset: Offset,
      finished: Type.Boolean({ description: 'whether the reader has ever reached the end of the episode' }),
      read_at: Moment,
    }),
    { description: 'progress in the listed episodes; episodes never opened are left out' },
  ),
  liked_episode_ids: Type.Array(Id),
  locked_episodes: Type.Array(
    Type.Object({
      id: Id,
      number: Type.Integer(),
      price: Type.Integer(),
      free_at: Nullable({ ...Moment, description: 'when the episode becomes free' }),
    }),
  ),
  unlocked_episode_ids: Type.Array(Id),
  unlocked_numbers: Type.Array(Type.Integer(), { description: 'positions of these episodes in the story' }),
});
