/** Creates the first episode and chapter of a new novel, so that the author can write at once. */
import { type Address, address } from '../../../pages/addresses.ts';
import { api } from '../../api.ts';
import { addChapter } from '../novel/addChapter.ts';

/** Returns the path to write at. After an error, the furthest page that exists. */
export async function beginNovel(id: string, titles: { episode: string; chapter: string }): Promise<Address> {
  let path = address('/creator/stories/@id', { id });
  try {
    const { episode } = await api('POST /creator/episodes', {
      body: { story_id: id, title: titles.episode },
    });
    const place = { id, episodeId: episode.id };
    path = address('/creator/stories/@id/episodes/@episodeId', place);
    const { chapter } = await addChapter({ episode_id: episode.id, title: titles.chapter });
    return address('/creator/stories/@id/episodes/@episodeId', place, { query: { chapter: chapter.id } });
  } catch {
    // The story exists, and its page offers the next step.
    return path;
  }
}
