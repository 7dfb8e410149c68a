/** Compares acknowledged actions with the database: each must exist exactly once. */
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import type { Installation } from '../support/installation.ts';
import type { World } from './world.ts';

export type Acknowledged = {
  /** `reader episode` */
  unlocks: string[];
  likes: string[];
  /** `reader story` */
  ratings: string[];
  comments: string[];
  pages: string[];
  signUps: string[];
  /** Token digests, hex. */
  sessions: string[];
};

export const emptyBooks = (): Acknowledged => ({
  unlocks: [],
  likes: [],
  ratings: [],
  comments: [],
  pages: [],
  signUps: [],
  sessions: [],
});

export type Audit = {
  acknowledged: number;
  lost: string[];
  twice: string[];
};

const pairs = (table: string, column: string): string =>
  `select u.slug || ' ' || t.${column} as name, count(*)::int as count from ${table} t
     join users u on u.id = t.reader_id group by 1`;

/** Queries the rows of each kind: their name and their number. */
const ROWS: Record<keyof Acknowledged, string> = {
  unlocks: pairs('unlocks', 'episode_id'),
  likes: pairs('likes', 'episode_id'),
  ratings: pairs('ratings', 'story_id'),
  comments: `select body as name, count(*)::int as count from comments group by 1`,
  pages: `select id::text as name, count(*)::int as count from episode_pages group by 1`,
  signUps: `select email as name, count(*)::int as count from users group by 1`,
  sessions: `select encode(token_hash, 'hex') as name, count(*)::int as count from sessions group by 1`,
};

/** Invariants that must hold in any case. Each query returns the names of violating rows. */
const WRONG: Record<string, string> = {
  'coins of one unlock paid twice': `select user_id::text || ' ' || episode_id as name from coin_entries
     where deed = 'unlock' group by user_id, episode_id having count(*) > 1`,
  'a wallet that is not the sum of its entries': `select w.user_id::text as name from wallets w
     where balance_coins <> (select coalesce(sum(coins), 0) from coin_entries e where e.user_id = w.user_id)`,
  'an unlock without its entry': `select id::text as name from unlocks u
     where not exists (select 1 from coin_entries e where e.id = u.entry_id)`,
  'a release told twice': `select episode_id::text as name from episode_events where event = 'due'
     group by episode_id having count(*) > 1`,
  'a release before its time': `select episode_id::text as name from episode_events
     where event = 'due' and created_at < due_at - interval '100 ms'`,
  'a release called off, which would be late for ever': `select episode_id::text as name from episode_events
     where event = 'due_not_ready'`,
  'a page with one name twice': `select name from episode_pages where name like 'load-%' group by name having count(*) > 1`,
};

export async function audit({ postgres }: Installation, books: Acknowledged): Promise<Audit> {
  const lost: string[] = [];
  const twice: string[] = [];
  for (const [kind, sql] of Object.entries(ROWS)) {
    // Copied, since the load continues during the query.
    const names = [...books[kind as keyof Acknowledged]];
    const rows = await query<{ name: string; count: number }>(postgres.url, sql);
    const counts = new Map(rows.map(({ name, count }) => [name, count]));
    for (const name of names) if (!counts.has(name)) lost.push(`${kind}: ${name}`);
    for (const [name, count] of counts) if (count > 1) twice.push(`${kind}: ${name}`);
  }
  for (const [what, sql] of Object.entries(WRONG)) {
    const rows = await query<{ name: string }>(postgres.url, sql);
    for (const { name } of rows) twice.push(`${what}: ${name}`);
  }
  const acknowledged = Object.values(books).reduce((sum, list) => sum + list.length, 0);
  return { acknowledged, lost, twice };
}

export type Outage = { from: number; to: number };

/** Delays of the releases due in the window, in ms, sorted. Outages do not count. */
export async function lateness(
  { postgres }: Installation,
  { from, to }: { from: number; to: number },
  outages: readonly Outage[],
): Promise<number[]> {
  const rows = await query<{ due: Date; at: Date | null }>(
    postgres.url,
    `select e.publish_at as due, null as at from episodes e where status = 'scheduled'
       and publish_at between to_timestamp(${from / 1000}) and to_timestamp(${to / 1000})
     union all
     select due_at, pg_xact_commit_timestamp(xmin) from episode_events where event = 'due'
       and due_at between to_timestamp(${from / 1000}) and to_timestamp(${to / 1000})`,
  );
  return rows
    .map(({ due, at }) =>
      at === null ? Number.POSITIVE_INFINITY : possibleMs(due.getTime(), at.getTime(), outages),
    )
    .sort((a, b) => a - b);
}

const possibleMs = (due: number, at: number, outages: readonly Outage[]): number =>
  outages.reduce(
    (ms, { from, to }) => ms - Math.max(0, Math.min(at, to) - Math.max(due, from)),
    Math.max(0, at - due),
  );

/** A sweep runs each minute and restores jobs that the queue lost a minute ago. */
const REST_MAX_MS = 180_000;

/** After the load: the queue is empty, each subscriber was notified once per release, and every mail is sent. */
export async function settle(house: Installation, world: World): Promise<string[]> {
  const ask = async (sql: string): Promise<number> =>
    (await query<{ count: number }>(house.postgres.url, sql))[0]?.count ?? -1;
  const wrong: string[] = [];
  // Cancels future releases, which would otherwise continue during the check.
  await ask(`with off as (update episodes set status = 'in_progress', publish_at = null, publish_wall_time = null,
    publish_zone = null where status = 'scheduled' returning 1) select count(*)::int as count from off`);
  const rest = async (what: string, sql: string): Promise<void> => {
    await eventually(what, async () => (await ask(sql)) === 0, REST_MAX_MS).catch(async () => {
      wrong.push(`${what}: ${await ask(sql)} are left`);
    });
  };
  await rest(
    'events handed over',
    'select count(*)::int as count from outbox where relayed_at is null and run_at is null',
  );
  await rest(
    'pages made ready',
    `select count(*)::int as count from episode_pages p join media m on m.id = p.media_id
     where p.episode_id in (${world.drafts.map((id) => `'${id}'`).join()}) and m.processed_at is null`,
  );
  await rest(
    'releases told to subscribers',
    `select count(*)::int as count from episode_events e where event = 'due'
       and not exists (select 1 from notification_rounds r where r.episode_id = e.episode_id and r.done_at is not null)`,
  );
  const told = await query<{ name: string }>(
    house.postgres.url,
    `select s.story_id::text || ' ' || s.reader_id as name from subscriptions s
     left join notifications n on n.user_id = s.reader_id and n.key = 'new_episode:' || s.story_id
     where coalesce(n.count, 0) <> (select count(*) from episode_events e where e.story_id = s.story_id and event = 'due')`,
  );
  wrong.push(...told.map(({ name }) => `told not as often as released: ${name}`));
  await rest('mails sent', 'select count(*)::int as count from mails where sent_at is null');
  return wrong;
}

/** Duplicate mails: with another Message-ID, and with the same one. */
export function mailsTwice({ mails }: Installation): { others: number; same: number } {
  const ids = mails.received.map(({ mail }) => mail.messageId ?? '');
  const same = ids.length - new Set(ids).size;
  const words = new Map<string, Set<string>>();
  for (const { to, mail } of mails.received) {
    const key = `${to.join()} ${mail.subject} ${mail.text}`;
    words.set(key, (words.get(key) ?? new Set()).add(mail.messageId ?? ''));
  }
  const others = [...words.values()].reduce((sum, { size }) => sum + size - 1, 0);
  return { others, same };
}
