/** A creator who works over HTTP, on any server. */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { query } from './embedded.ts';
import { eventually } from './eventually.ts';
import { multipart, type Part } from './multipart.ts';

export type Place = { url: string };
export type Reply = { status: number; headers: Headers; text: string };

export async function get(
  { url }: Place,
  path: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await fetch(`${url}${path}`, { headers, redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

export type Creator = {
  authorization: string;
  /** A call under /api that must succeed. Returns its JSON. */
  call<T>(place: Place, request: string, body?: object): Promise<T>;
  upload<T>(place: Place, request: string, parts: readonly Part[]): Promise<T>;
  /** Sends the first part of an upload once the server accepts it, and the rest on `finish`. */
  beginUpload(place: Place, request: string, parts: readonly Part[], share: number): Promise<HalfUpload>;
};

export type HalfUpload = {
  finish(): void;
  /** Status of the response. Rejects when the connection breaks. */
  answer: Promise<number>;
  connection: Promise<string | undefined>;
};

const EMAIL = 'creator@example.org';
const PASSWORD = 'correct horse battery';

export async function signUp(place: Place, email = EMAIL): Promise<Creator> {
  const body = {
    email,
    password: PASSWORD,
    date_of_birth: '1990-01-31',
    // Names must differ, since the product refuses look-alikes.
    display_name: email.slice(0, email.indexOf('@')),
  };
  return creatorOf(await post(place, '/users', body));
}

/** Confirms directly. Another test covers the mail. */
export const confirmMail = async (databaseUrl: string): Promise<void> =>
  void (await query(databaseUrl, 'update users set email_confirmed_at = now()'));

export const signIn = async (place: Place): Promise<Creator> =>
  creatorOf(await post(place, '/auth/mail', { email: EMAIL, password: PASSWORD }));

async function post({ url }: Place, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { auth_token: string }).auth_token;
}

function creatorOf(token: string): Creator {
  const authorization = { authorization: `Bearer ${token}` };
  async function send<T>(
    { url }: Place,
    request: string,
    init: { headers?: Record<string, string>; body?: BodyInit },
  ): Promise<T> {
    const [method = 'GET', path = '/'] = request.split(' ');
    const headers = { ...authorization, ...init.headers };
    const reply = await fetch(`${url}/api${path}`, { ...init, method, headers });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${request}: ${reply.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }
  return {
    ...authorization,
    call: (place, request, body) =>
      send(place, request, {
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    upload(place, request, parts) {
      const { payload, headers } = multipart(parts);
      return send(place, request, { headers, body: new Uint8Array(payload) });
    },
    async beginUpload(place, request, parts, share) {
      const { payload, headers } = multipart(parts);
      const cut = Math.floor(payload.length * share);
      const [method = 'POST', path = '/'] = request.split(' ');
      const outgoing = httpRequest(`${place.url}/api${path}`, {
        method,
        // RFC 9110 §10.1.1: the interim response proves that the server is processing the request.
        headers: {
          ...authorization,
          ...headers,
          'content-length': payload.length,
          expect: '100-continue',
        },
      });
      const answered = replyOf(outgoing);
      outgoing.flushHeaders();
      await once(outgoing, 'continue');
      outgoing.write(payload.subarray(0, cut));
      const answer = answered.then(({ statusCode = 0 }) => statusCode);
      const connection = answered.then(({ headers }) => headers.connection);
      for (const each of [answer, connection]) each.catch(() => {});
      return { answer, connection, finish: () => void outgoing.end(payload.subarray(cut)) };
    },
  };
}

const replyOf = (outgoing: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.on('error', reject).on('response', (reply: IncomingMessage) => {
      reply.resume().on('end', () => resolve(reply));
    });
  });

type Page = { id: string; name: string; state: string };
export type Work = { storyId: string; slug: string; episodeId: string; coverId: string };

export const coverParts = (picture: Buffer): Part[] => [
  { name: 'purpose', value: 'cover' },
  { name: 'file', filename: 'cover.jpg', data: picture, type: 'image/jpeg' },
];

export async function startStory(creator: Creator, place: Place, cover: Buffer): Promise<Work> {
  const { media } = await creator.upload<{ media: { id: string } }>(place, 'POST /media', coverParts(cover));
  const { story } = await creator.call<{ story: { id: string; slug: string } }>(
    place,
    'POST /creator/stories',
    {
      title: 'Night Train',
      publication_type: 'comics',
      genre: 'mystery',
      language: 'en',
      cover_media_id: media.id,
    },
  );
  const { episode } = await creator.call<{ episode: { id: string } }>(place, 'POST /creator/episodes', {
    story_id: story.id,
    title: 'Platform One',
  });
  return { storyId: story.id, slug: story.slug, episodeId: episode.id, coverId: media.id };
}

export const pageParts = (work: Work, names: readonly string[], page: Buffer): Part[] => [
  { name: 'episode_id', value: work.episodeId },
  ...names.map((name) => ({ name: 'files[]', filename: name, data: page, type: 'image/jpeg' })),
];

export const listPages = async (creator: Creator, place: Place, work: Work): Promise<Page[]> =>
  (await creator.call<{ pages: Page[] }>(place, `GET /creator/pages?episode_id=${work.episodeId}`)).pages;

export async function whenReady(creator: Creator, place: Place, work: Work): Promise<Page[]> {
  return eventually('all pictures are ready', async () => {
    const { media } = await creator.call<{ media: { state: string } }>(place, `GET /media/${work.coverId}`);
    const pages = await listPages(creator, place, work);
    return [media, ...pages].every(({ state }) => state === 'ready') ? pages : null;
  });
}
