/** A novel begins in its text: the first chapter of the first episode is there before anybody asks for it. */
import { api } from '../api.ts';

/** Answers the path to write at; when something on the way is refused, the furthest place that is there. */
export async function beginNovel(
  storyId: string,
  titles: { episode: string; chapter: string },
): Promise<string> {
  let path = `/creator/stories/${storyId}`;
  try {
    const { episode } = await api('POST /creator/episodes', {
      body: { story_id: storyId, title: titles.episode },
    });
    path += `/episodes/${episode.id}`;
    const { chapter } = await api('POST /creator/episodes/chapters', {
      body: { episode_id: episode.id, title: titles.chapter },
    });
    return `${path}?chapter=${chapter.id}`;
  } catch {
    // The story is there, and the next step stands on its page.
    return path;
  }
}
