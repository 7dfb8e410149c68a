import type { Account, TestApp } from './app.ts';
import { multipart, type Part } from './multipart.ts';
import { draw } from './pictures.ts';

export async function upload(app: TestApp, account: Account, request: string, parts: readonly Part[]) {
  const { payload, headers } = multipart(parts);
  return app.call(request, { as: account, body: payload, headers });
}

const drawn = new Map<string, Promise<Buffer>>();

export async function jpegPart(
  name: string,
  filename = 'page.jpg',
  { width, height } = { width: 300, height: 420 },
): Promise<Part> {
  const key = `${width} ${height}`;
  const data =
    drawn.get(key) ?? draw({ width, height, format: 'jpeg' }, (x, y) => [x % 256, y % 256, (x + y) % 256]);
  drawn.set(key, data);
  return { name, filename, data: await data, type: 'image/jpeg' };
}

export async function createStory(app: TestApp, account: Account, extra: object = {}) {
  const body = {
    title: 'Night Train',
    publication_type: 'comics',
    genre: 'mystery',
    language: 'en',
    ...extra,
  };
  const reply = await app.call('POST /creator/stories', { as: account, body });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<{ story: { id: string; slug: string; lock_version: number } }>().story;
}

export async function uploadCover(app: TestApp, account: Account): Promise<string> {
  const reply = await upload(app, account, 'POST /media', [
    { name: 'purpose', value: 'cover' },
    await jpegPart('file', 'cover.jpg', { width: 640, height: 640 }),
  ]);
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<{ media: { id: string } }>().media.id;
}

export async function createEpisode(
  app: TestApp,
  account: Account,
  storyId: string,
  title = 'One',
  set: { page_orientation?: 'horizontal' | 'vertical'; read_mode?: 'page_flip' | 'continuous' } = {},
) {
  const body = { story_id: storyId, title, ...set };
  const reply = await app.call('POST /creator/episodes', { as: account, body });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<{ episode: { id: string; number: number; lock_version: number } }>().episode;
}

export type PageReply = {
  pages: { id: string; number: number; name: string; state: string }[];
  lock_version: number;
};

export async function uploadPages(
  app: TestApp,
  account: Account,
  episodeId: string,
  names: readonly string[],
): Promise<PageReply> {
  const files = await Promise.all(names.map((name) => jpegPart('files[]', name)));
  const reply = await upload(app, account, 'POST /creator/pages', [
    { name: 'episode_id', value: episodeId },
    ...files,
  ]);
  if (reply.statusCode !== 202) throw new Error(reply.body);
  return reply.json<PageReply>();
}

export async function publishStory(app: TestApp, account: Account, extra: object = {}) {
  const story = await createStory(app, account, {
    cover_media_id: await uploadCover(app, account),
    ...extra,
  });
  const episode = await createEpisode(app, account, story.id);
  const { pages } = await uploadPages(app, account, episode.id, ['1.jpg', '2.jpg', '3.jpg']);
  await app.runJobs();
  const reply = await app.call(`POST /creator/episodes/${episode.id}/publish`, { as: account, body: {} });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return { story, episode, pages };
}
