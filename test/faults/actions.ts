import { createHash } from 'node:crypto';
import { newId } from '../../server/lib/ids.ts';
import { multipart } from '../support/multipart.ts';
import { samplePage } from '../support/sample-page.ts';
import type { Acknowledged } from './books.ts';
import { PRICE, READERS, tokenOf, type World } from './world.ts';

export type Deed = {
  kind: string;
  path: string;
  init: RequestInit;
  isRead?: boolean;
  acknowledged?(books: Acknowledged, body: unknown): void;
};

export type Stream = { perSecond: number; next(): Deed };

const JSON_TYPE = { 'content-type': 'application/json' };
const PASSWORD = 'correct horse battery';
/** Every reader has an address of their own, since addresses have limits, too. */
const addressOf = (reader: number): string => `198.18.${reader >> 8}.${reader & 255}`;
const asReader = (reader: number): Record<string, string> => ({
  authorization: `Bearer ${tokenOf(reader)}`,
  'x-forwarded-for': addressOf(reader),
});

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const small = await samplePage(300, 420);

type Counter = () => { number: number; reader: number };

const at = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** Each pair of reader and id occurs once. */
function pairing(list: readonly string[]): () => { reader: number; id: string } {
  let turn = 0;
  return () => {
    const pair = { reader: 1 + (turn % READERS), id: at(list, turn + Math.floor(turn / READERS)) };
    turn += 1;
    return pair;
  };
}

const write = (kind: string, request: string, reader: number, body: object, key?: string): Deed => {
  const [method = 'POST', path = '/'] = request.split(' ');
  const headers = {
    ...asReader(reader),
    ...JSON_TYPE,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  return { kind, path: `/api${path}`, init: { method, headers, body: JSON.stringify(body) } };
};

export function actionsOf(world: World): Stream[] {
  let count = 0;
  const next: Counter = () => {
    count += 1;
    return { number: count, reader: 1 + (count % READERS) };
  };
  return [...reactionsOf(world, next), ...filesOf(world, next), ...readsOf(world, () => next().number)];
}

function reactionsOf(world: World, next: Counter): Stream[] {
  const [unlocking, rating] = [pairing(world.premium), pairing(world.storyIds)];
  return [
    {
      perSecond: 4,
      next() {
        const { reader, id } = unlocking();
        const key = `u-${reader}-${id.slice(-12)}`;
        return {
          ...write('unlock', `POST /episodes/${id}/unlock`, reader, { price: PRICE }, key),
          acknowledged: ({ unlocks }) => void unlocks.push(`r-${reader} ${id}`),
        };
      },
    },
    {
      perSecond: 2,
      next() {
        const { number, reader } = next();
        const body = `A word of load number ${number}.`;
        const episode = at(world.free, number);
        return {
          ...write('comment', 'POST /comments', reader, { episode_id: episode, body }, `c-${number}`),
          acknowledged: ({ comments }) => void comments.push(body),
        };
      },
    },
    {
      perSecond: 1,
      next() {
        const { reader, id } = rating();
        return {
          ...write('rating', `PUT /stories/${id}/rating`, reader, { stars: 1 + (reader % 5) }),
          acknowledged: ({ ratings }) => void ratings.push(`r-${reader} ${id}`),
        };
      },
    },
    {
      perSecond: 3,
      next() {
        const { number, reader } = next();
        const id = at(world.free, number + Math.floor(number / READERS));
        return {
          ...write('like', `PUT /episodes/${id}/like`, reader, {}),
          acknowledged: ({ likes }) => void likes.push(`r-${reader} ${id}`),
        };
      },
    },
  ];
}

function filesOf(world: World, next: Counter): Stream[] {
  const run = newId().slice(-6);
  return [
    {
      perSecond: 0.5,
      next() {
        const { number } = next();
        const id = newId();
        const { payload, headers } = multipart([
          { name: 'episode_id', value: at(world.drafts, number) },
          { name: 'page_id', value: id },
          { name: 'files[]', filename: `load-${number}.jpg`, data: small, type: 'image/jpeg' },
        ]);
        const own = { authorization: world.creator.authorization, 'x-forwarded-for': '198.19.0.1' };
        return {
          kind: 'upload',
          path: '/api/creator/pages',
          init: { method: 'POST', headers: { ...own, ...headers }, body: new Uint8Array(payload) },
          acknowledged: ({ pages }) => void pages.push(id),
        };
      },
    },
    {
      perSecond: 0.4,
      next() {
        const { number } = next();
        const email = `load-${number}-${run}@example.org`;
        const body = {
          email,
          password: PASSWORD,
          display_name: `Load ${number}`,
          date_of_birth: '1990-01-31',
        };
        const headers = { ...JSON_TYPE, 'x-forwarded-for': `198.19.${1 + (number >> 8)}.${number & 255}` };
        return {
          kind: 'sign-up',
          path: '/api/users',
          init: { method: 'POST', headers, body: JSON.stringify(body) },
          acknowledged({ signUps, sessions }, answer) {
            signUps.push(email);
            const token = (answer as { auth_token?: string }).auth_token;
            if (token !== undefined) sessions.push(digestOf(token));
          },
        };
      },
    },
  ];
}

function readsOf(world: World, next: () => number): Stream[] {
  const slug = (number: number): string => world.slugs[number % world.slugs.length] as string;
  const read = (path: string, kind = 'page', headers = {}): Deed => ({
    kind,
    path,
    isRead: true,
    init: { headers: { 'accept-encoding': 'gzip', ...headers } },
  });
  return [
    { perSecond: 3, next: () => read('/') },
    { perSecond: 6, next: () => read(`/stories/${slug(next())}`) },
    { perSecond: 2, next: () => read(`/stories/${slug(next())}/1`) },
    { perSecond: 2, next: () => read('/api/wallet', 'own', asReader(1 + (next() % READERS))) },
  ];
}
