import t from 'tap';
import { decidePictureAccess, type PictureUse } from '../../../server/media/access.ts';

type Page = Extract<PictureUse, { of: 'episode' }>;
type Cover = Extract<PictureUse, { of: 'story' }>['story'];

const page = (facts: Partial<Page['reading']> = {}, seenBy: Page['seenBy'] = 'readers'): PictureUse => ({
  of: 'episode',
  seenBy,
  storyId: 's',
  episodeId: 'e',
  reading: {
    status: 'published',
    episodeDeleted: false,
    storyDeleted: false,
    priceCoins: 0,
    freeAt: null,
    geofilter: null,
    isKept: false,
    ...facts,
  },
});
const thumbnail = (facts: Partial<Page['reading']> = {}) => page(facts, 'everyone');
const cover = (facts: Partial<Cover> = {}): PictureUse => ({
  of: 'story',
  storyId: 's',
  story: { published: true, deleted: false, geofilter: null, ...facts },
});
const profile: PictureUse = { of: 'user', userId: 'u' };
const onlyJapan = { type: 'allow', countries: ['JP'] } as const;
const notJapan = { type: 'deny', countries: ['JP'] } as const;
const worldwide = { type: 'worldwide', countries: [] } as const;

t.test('who may see a picture follows from its uses', async (t) => {
  const table: [string, PictureUse[], string | null, string][] = [
    ['page of a free published episode', [page()], null, 'public'],
    ['page with a price', [page({ priceCoins: 3 })], null, 'signed'],
    ['page of a draft', [page({ status: 'in_progress' })], null, 'signed'],
    ['page of a scheduled episode', [page({ status: 'scheduled' })], null, 'signed'],
    ['page of a blocked episode', [page({ status: 'blocked' })], null, 'signed'],
    ['page of a deleted episode', [page({ episodeDeleted: true })], null, 'gone'],
    ['page of a deleted story', [page({ storyDeleted: true })], null, 'gone'],
    ['PRI-27 page of a deleted story, kept', [page({ storyDeleted: true, isKept: true })], null, 'signed'],
    ['thumbnail of a published episode, whatever it costs', [thumbnail({ priceCoins: 3 })], null, 'public'],
    ['thumbnail of a draft', [thumbnail({ status: 'in_progress' })], null, 'signed'],
    ['cover of a published story', [cover()], null, 'public'],
    ['cover of a work in progress', [cover({ published: false })], null, 'signed'],
    ['STO-30 cover of a deleted story', [cover({ deleted: true })], null, 'signed'],
    ['profile picture', [profile], null, 'public'],
    ['just uploaded', [], null, 'signed'],
    ['cover of one, published page of another', [cover({ deleted: true }), page()], null, 'public'],
    [
      'deleted here, draft there',
      [cover({ deleted: true }), page({ status: 'in_progress' })],
      null,
      'signed',
    ],
    ['worldwide', [page({ geofilter: worldwide })], 'JP', 'public'],
    ['allowed country', [page({ geofilter: onlyJapan })], 'JP', 'here'],
    ['country not allowed', [page({ geofilter: onlyJapan })], 'DE', 'unavailable'],
    ['allowed countries, unknown country', [cover({ geofilter: onlyJapan })], null, 'unavailable'],
    ['denied country', [thumbnail({ geofilter: notJapan })], 'JP', 'unavailable'],
    ['denied countries, unknown country', [page({ geofilter: notJapan })], null, 'here'],
    ['price and country', [page({ geofilter: onlyJapan, priceCoins: 3 })], 'JP', 'signed'],
  ];
  for (const [what, uses, country, wanted] of table) {
    t.equal(decidePictureAccess(uses, country).kind, wanted, what);
  }
});

t.test('a public picture is kept under the tags of all that it is used for', async (t) => {
  t.strictSame(decidePictureAccess([page(), thumbnail(), cover(), profile], null), {
    kind: 'public',
    tags: ['story:s', 'episode:e', 'profile:u'],
    isOfEpisode: true,
  });
});
