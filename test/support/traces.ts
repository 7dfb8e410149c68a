/** Leaves all kinds of a reader's data on another's story, through the API. */
import { directUploads, keptAnswers } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import type { Account, TestApp } from './app.ts';
import { leaveForm } from './payouts.ts';

export async function leaveTraces(
  app: TestApp,
  as: Account,
  { storyId, episodeId, by }: { storyId: string; episodeId: string; by?: Account },
): Promise<{ collectionId: string }> {
  if (by) await reportAccount(app, by, as.id);
  const send = async (call: string, body: object) => {
    const reply = await app.call(call, { as, body });
    if (reply.statusCode >= 400) throw new Error(`${call}: ${reply.body}`);
    return reply;
  };
  await send(`PUT /stories/${storyId}/subscription`, { notify: 'app' });
  await send(`PUT /stories/${storyId}/rating`, { stars: 4 });
  await send(`PUT /episodes/${episodeId}/like`, {});
  await send(`PUT /episodes/${episodeId}/progress`, { item: 2, furthest_item: 2, seconds: 60 });
  await send(`PUT /stories/${storyId}/choice`, {
    direction: 'rtl',
    fit: 'width',
    pairs: 'moved',
    saver: false,
    onward: null,
  });
  await send('PUT /library/settings', {
    glide_speed: 5,
    prose: {
      ground: 'sepia',
      letters: 'serif',
      size: 3,
      lines: 'book',
      margins: 'book',
      edge: 'ragged',
      hyphens: 'language',
      move: 'scroll',
    },
  });
  await send('POST /violation', {
    subject_type: 'story',
    subject_id: storyId,
    category: 'spam',
    text: 'As I said before',
  });
  const written = await send('POST /comments', { episode_id: episodeId, body: 'I knew it was the moth' });
  const commentId = written.json<{ comment: { id: string } }>().comment.id;
  await send('POST /comment_replies', { comment_id: commentId, body: 'So did I' });
  await send(`PUT /comments/${commentId}/like`, {});
  const known = await app.call(`GET /episodes/${episodeId}`, { as });
  const [page] = known.json<{ episode: { pages: { id: string }[] } }>().episode.pages;
  await send('POST /tsukkomi_comments', {
    episode_id: episodeId,
    page_id: page?.id,
    x: 0.5,
    y: 0.25,
    body: 'Nine lamps',
  });
  await send('POST /pop_reaction', { page_id: page?.id, kind: 'wow' });
  const made = await send('POST /collections', { title: 'Rainy days', shared: true });
  const collectionId = made.json<{ collection: { id: string } }>().collection.id;
  await send(`PUT /collections/${collectionId}/stories/${storyId}`, {});
  await leaveForm(app, as);
  return { collectionId };
}

async function reportAccount(app: TestApp, by: Account, id: string): Promise<void> {
  const body = { subject_type: 'user', subject_id: id, category: 'spam' };
  const reply = await app.call('POST /violation', { as: by, body });
  if (reply.statusCode !== 201) throw new Error(reply.body);
}

/** The reader follows another's shared collection. Also leaves a stored answer and an upload. */
export async function followShelf(app: TestApp, reader: Account, owner: Account): Promise<void> {
  const name = 'book.epub';
  await app.deps.db.insert(directUploads).values({ id: newId(), ownerId: reader.id, name, bytes: 9 });
  await app.deps.db
    .insert(keptAnswers)
    .values({ userId: reader.id, key: 'follow', fingerprint: 'f', status: 200 });
  const made = await app.call('POST /collections', { as: owner, body: { title: 'Lamps', shared: true } });
  const { id } = made.json<{ collection: { id: string } }>().collection;
  await app.call(`PUT /collections/${id}/follow`, { as: reader, body: {} });
}
