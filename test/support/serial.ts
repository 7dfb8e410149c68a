import type { Account, TestApp } from './app.ts';
import { createEpisode, createStory, jpegPart, upload, uploadCover } from './console.ts';

export type Serial = {
  story: { id: string; slug: string };
  /** Path of the story page. The episodes are `<path>/1` to `<path>/3`. */
  path: string;
  episodes: [{ id: string }, { id: string }, { id: string }];
};

const DOWN = { page_orientation: 'vertical', read_mode: 'continuous' } as const;
const SIDEWAYS = { page_orientation: 'horizontal', read_mode: 'page_flip' } as const;

/** The first episode has `pages` pages, the others two. Pages scroll, or turn with `isPaged`. */
export async function publishSerial(
  app: TestApp,
  creator: Account,
  { pages, isPaged = false }: { pages: number; isPaged?: boolean },
): Promise<Serial> {
  const story = await createStory(app, creator, { cover_media_id: await uploadCover(app, creator) });
  const add = async (title: string, count: number) => {
    const episode = await createEpisode(app, creator, story.id, title, isPaged ? SIDEWAYS : DOWN);
    const size = { width: 720, height: 1020 };
    const names = Array.from({ length: count }, (_, index) => `${index + 1}.jpg`);
    const reply = await upload(app, creator, 'POST /creator/pages', [
      { name: 'episode_id', value: episode.id },
      ...(await Promise.all(names.map((name) => jpegPart('files[]', name, size)))),
    ]);
    if (reply.statusCode !== 202) throw new Error(reply.body);
    await app.runJobs();
    const published = await app.call(`POST /creator/episodes/${episode.id}/publish`, {
      as: creator,
      body: {},
    });
    if (published.statusCode !== 200) throw new Error(published.body);
    return episode;
  };
  const first = await add('The platform', pages);
  const second = await add('The tunnel', 2);
  const third = await add('The other side', 2);
  return { story, path: `/stories/${story.slug}`, episodes: [first, second, third] };
}
