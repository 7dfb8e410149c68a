/** A novel begins in its text: the first chapter of the first episode is there before anybody asks for it. */
import { type Address, address } from '../../../pages/addresses.ts';
import { api } from '../../api.ts';
import { addChapter } from '../novel/addChapter.ts';

/** Answers the path to write at; when something on the way is refused, the furthest place that is there. */
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
    // The story is there, and the next step stands on its page.
    return path;
  }
}
