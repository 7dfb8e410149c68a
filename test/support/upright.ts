import { randomBytes } from 'node:crypto';
import { type EpubFindings, epubs } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { newId } from '../../server/lib/ids.ts';
import { openShelf } from './shelf.ts';

const FINDINGS: EpubFindings = {
  version: '3.0',
  title: '夢十夜',
  authors: ['夏目漱石'],
  language: 'ja',
  direction: 'rtl',
  isVertical: true,
  coverMediaId: null,
  chapters: 1,
  words: 1,
  characters: 1,
  notes: 0,
  pictures: 0,
  picturesWithoutAlt: 0,
  leftOut: [],
  refusedPictures: [],
};
const READING = '<ruby>腕組<rt>うでぐみ</rt></ruby>';
const COUNT = 60;
const sentence = (at: number, arms: string) =>
  `段落${at}番。${arms}をして枕元に坐っていると、仰向に寝た女が、静かな声でもう死にますと云う。女は長い髪を枕に敷いて、輪郭の柔らかな顔をその中に横たえている。`;

/** A paragraph as offsets count it: without ruby. */
export const uprightLine = (at: number): string => sentence(at, '腕組');
export const UPRIGHT_TEXT = Array.from({ length: COUNT }, (_, at) => `<p>${sentence(at, READING)}</p>`).join(
  '\n',
);

export async function addUprightBook(
  deps: Deps,
  author: string,
  { language = 'ja', text = UPRIGHT_TEXT }: { language?: string; text?: string } = {},
): Promise<{ id: string; path: string }> {
  const { addEpisode, addStory } = openShelf(deps);
  const story = await addStory(author, { publicationType: 'novel', language });
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: [text] });
  await deps.db.insert(epubs).values({
    id: newId(),
    episodeId: id,
    ownerId: author,
    name: 'yume.epub',
    bytes: 1,
    findings: FINDINGS,
    hash: randomBytes(32).toString('hex'),
    state: 'taken',
  });
  return { id, path: `/stories/${story.slug}/1` };
}
