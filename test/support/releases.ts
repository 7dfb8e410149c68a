/** Episodes in every state, created like creators do, and a clock controlled by the test. */
import { wallTimeAt } from '../../server/lib/wall-time.ts';
import { type Account, startTestApp, type TestApp } from './app.ts';
import { createEpisode, createStory, uploadCover, uploadPages } from './console.ts';

export type Status = 'in_progress' | 'scheduled' | 'published' | 'blocked';

export type EpisodeView = {
  id: string;
  status: Status;
  publish_at: string | null;
  publish_wall_time: string | null;
  publish_zone: string | null;
  is_announced: boolean;
  published_at: string | null;
  blocked_reason: string | null;
  lock_version: number;
};

export type ReceiptView = {
  event: string;
  at: string;
  from_status: Status | null;
  to_status: Status | null;
  due_at: string | null;
  by: string;
  actor: { slug: string; display_name: string } | null;
  reason: string | null;
  missing: string[];
  page_number: number | null;
};

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

export function setClock(app: TestApp, moment: Date): void {
  app.deps.clock.now = () => new Date(moment);
}

export const startRelease = async (app: TestApp, owner: Account): Promise<string> => {
  const story = await createStory(app, owner, { cover_media_id: await uploadCover(app, owner) });
  await app.runJobs();
  return story.id;
};

export async function readyEpisode(app: TestApp, as: Account, storyId: string, title = 'One') {
  const { id } = await createEpisode(app, as, storyId, title);
  await uploadPages(app, as, id, ['1.jpg']);
  await app.runJobs();
  return id;
}

/** The dialog's request for that time, to the second. */
export function dialogAt(moment: Date, zone = 'UTC') {
  const [date = '', time = ''] = wallTimeAt(moment, zone).split('T');
  const [year, month, day] = date.split('-');
  return { date: `${month}/${day}/${year}`, time, zone_name: zone };
}

export const inAnHour = (app: TestApp) => dialogAt(new Date(app.deps.clock.now().getTime() + HOUR_MS));

export async function deed(app: TestApp, as: Account, episodeId: string, verb: string, body?: object) {
  const place = verb === 'block' || verb === 'unblock' ? 'admin' : 'creator';
  return app.call(`POST /${place}/episodes/${episodeId}/${verb}`, { as, body });
}

/** Throws on refusal, for actions that a test takes for granted. */
export async function mustDo(app: TestApp, as: Account, episodeId: string, verb: string, body?: object) {
  const reply = await deed(app, as, episodeId, verb, body);
  if (reply.statusCode !== 200) throw new Error(`${verb}: ${reply.body}`);
  return reply.json<{ episode: EpisodeView }>().episode;
}

/** All its episodes are planned for an hour after `now`. `begin` creates a new story and resets the clock. */
export async function openDue(now: Date) {
  const app = await startTestApp();
  const owner = await app.signUp('Noor');
  const due = new Date(now.getTime() + HOUR_MS);
  const bench = {
    app,
    owner,
    due,
    storyId: '',
    async begin(): Promise<void> {
      setClock(app, now);
      bench.storyId = await startRelease(app, owner);
    },
    async scheduled(): Promise<string> {
      const id = await readyEpisode(app, owner, bench.storyId);
      await mustDo(app, owner, id, 'schedule', dialogAt(due));
      return id;
    },
    statusOf: async (id: string): Promise<Status> => (await viewOf(app, owner, id)).status,
    actionsOf: async (id: string): Promise<string[]> =>
      (await receiptsOf(app, owner, id)).map(({ event }) => event),
  };
  return bench;
}

export type People = { owner: Account; administrator: Account };

export async function episodeIn(
  app: TestApp,
  { owner, administrator }: People,
  { storyId, status }: { storyId: string; status: Status },
): Promise<string> {
  const id = await readyEpisode(app, owner, storyId);
  if (status === 'scheduled') await mustDo(app, owner, id, 'schedule', inAnHour(app));
  if (status === 'published') await mustDo(app, owner, id, 'publish', {});
  if (status === 'blocked') await mustDo(app, administrator, id, 'block', { reason: 'A stolen page' });
  return id;
}

export const viewOf = async (app: TestApp, as: Account, episodeId: string): Promise<EpisodeView> =>
  (await app.call(`GET /creator/episodes/${episodeId}`, { as })).json<{ episode: EpisodeView }>().episode;

export async function receiptsOf(app: TestApp, as: Account, episodeId: string): Promise<ReceiptView[]> {
  const reply = await app.call(`GET /creator/episodes/${episodeId}/events?per_page=100`, { as });
  return reply.json<{ events: ReceiptView[] }>().events.toReversed();
}
