import { demoStories } from '../../db/seed/content/index.ts';
import { seedDemo } from '../../db/seed/demo.ts';
import type { Rasterizer } from '../../db/seed/raster.ts';
import type { Deps } from '../../server/deps.ts';
import type { Account, TestApp } from './app.ts';
import { createEpisode, createStory, upload } from './console.ts';

/** The demo's stories, limited by `cut` to fewer episodes and pages. All are published. */
export async function seedSmallDemo(
  deps: Deps,
  rasterizer: Rasterizer,
  cut: (slug: string) => { episodes: number; pages: number },
): Promise<void> {
  const works = demoStories.map((story) => {
    const most = cut(story.slug);
    const out = story.episodes.filter(({ day }) => day <= 0);
    return {
      ...story,
      episodes: out.slice(0, most.episodes).map((episode, index, kept) => ({
        ...episode,
        // Uses the dates of the story's last episodes, so that something is new this week.
        day: out.at(index - kept.length)?.day ?? episode.day,
        ...(episode.pages === undefined ? {} : { pages: Math.min(episode.pages, most.pages) }),
      })),
    };
  });
  await seedDemo(deps, rasterizer, { onProgress() {}, signal: new AbortController().signal, works });
}

export async function uploadPicture(
  app: TestApp,
  account: Account,
  purpose: 'cover' | 'episode_cover' | 'profile',
  data: Buffer,
): Promise<string> {
  const reply = await upload(app, account, 'POST /media', [
    { name: 'purpose', value: purpose },
    { name: 'file', filename: `${purpose}.jpg`, data, type: 'image/jpeg' },
  ]);
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<{ media: { id: string } }>().media.id;
}

export async function uploadPagesOf(
  app: TestApp,
  account: Account,
  episodeId: string,
  pages: readonly Buffer[],
): Promise<void> {
  const files = pages.map((data, index) => ({
    name: 'files[]',
    filename: `page-${String(index + 1).padStart(2, '0')}.jpg`,
    data,
    type: 'image/jpeg',
  }));
  const parts = [{ name: 'episode_id', value: episodeId }, ...files];
  const reply = await upload(app, account, 'POST /creator/pages', parts);
  if (reply.statusCode !== 202) throw new Error(reply.body);
}

export async function publish(app: TestApp, account: Account, episodeId: string): Promise<void> {
  const reply = await app.call(`POST /creator/episodes/${episodeId}/publish`, { as: account, body: {} });
  if (reply.statusCode !== 200) throw new Error(reply.body);
}

/** A demo comic's story, and the places of all its pages. */
export const drawnWork = (slug: string) => {
  const story = demoStories.find((each) => each.slug === slug);
  if (story === undefined) throw new Error(`no demo story ${slug}`);
  const places = story.episodes.flatMap((episode, index) =>
    Array.from({ length: episode.pages ?? 0 }, (_, page) => ({ episode: index, page })),
  );
  return { story, places };
};

export type LongWork = { slug: string; episodes: number; pages: number };

/** A story of many episodes with real pictures. The first episode has many pages, the others one. */
export async function publishLongWork(
  app: TestApp,
  account: Account,
  rasterizer: Rasterizer,
  { slug, episodes, pages }: LongWork,
): Promise<{ slug: string }> {
  const { story, places } = drawnWork(slug);
  if (places.length < pages) throw new Error(`${slug} has only ${places.length} pages`);
  const drawn: Buffer[] = [];
  for (const place of places.slice(0, pages)) {
    drawn.push(await rasterizer.draw({ kind: 'page', story: slug, ...place }));
  }
  const cover = await rasterizer.draw({ kind: 'cover', story: slug });
  const made = await createStory(app, account, {
    title: `${story.title} again`,
    description: story.description,
    publication_type: story.publicationType,
    format: story.format,
    genre: story.genre,
    language: story.language,
    tags: story.tags,
    cover_media_id: await uploadPicture(app, account, 'cover', cover),
  });
  for (let index = 0; index < episodes; index += 1) {
    const model = story.episodes[index % story.episodes.length];
    const title = `${model?.title ?? 'Episode'} ${index + 1}`;
    const episode = await createEpisode(app, account, made.id, title);
    const picture = { kind: 'thumbnail' as const, story: slug, episode: index % story.episodes.length };
    const thumbnail = await uploadPicture(app, account, 'episode_cover', await rasterizer.draw(picture));
    const change = { as: account, body: { thumbnail_media_id: thumbnail } };
    const reply = await app.call(`PATCH /creator/episodes/${episode.id}`, change);
    if (reply.statusCode !== 200) throw new Error(reply.body);
    // Nobody looks at the other episodes, so a small page suffices.
    const own = index === 0 ? drawn : [await rasterizer.draw(picture)];
    await uploadPagesOf(app, account, episode.id, own);
    await app.runJobs();
    await publish(app, account, episode.id);
  }
  return { slug: made.slug };
}
