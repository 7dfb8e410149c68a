/** Hostile names, titles and comments in digests on a real mail server, and in decrypted push messages. */

import { parse } from 'parse5';
import t from 'tap';
import { comments } from '../../db/schema/index.ts';
import { inTransaction } from '../../server/deps.ts';
import { sendDigests } from '../../server/domains/notifications/notifications/digests.ts';
import { notify } from '../../server/domains/notifications/notifications/notify.ts';
import { pushService } from '../../server/domains/notifications/notifications/push-service.ts';
import { newId } from '../../server/lib/ids.ts';
import { isStorable } from '../../server/lib/text.ts';
import { startTestApp } from '../support/app.ts';
import { corpusText } from '../support/corpus.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail.ts';
import { startPushPeer } from '../support/push-service.ts';
import { openShelf } from '../support/shelf.ts';
import { runSweeps } from '../support/sweeps.ts';

const HOUR_MS = 3_600_000;
const LINES = 20;
const TAGS = new Set('html head meta title style body div table tbody tr td h1 p a br'.split(' '));
const FIELDS = ['body', 'icon', 'id', 'lang', 'title', 'unread', 'url'];
const OWN = [
  '"Quoted" ‘single’ “double” „unten“ «guillemets» \\"',
  `Z${'\u0301'.repeat(2000)}`,
  `${'\u0489'.repeat(400)}`,
  '\u0001'.repeat(300),
  '\u202Eteerts hsA',
  'w'.repeat(400),
];

type Node = {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
};
function* elementsOf(node: Node): Generator<Node> {
  if (node.attrs !== undefined) yield node;
  for (const child of node.childNodes ?? []) yield* elementsOf(child);
}

t.test('NOT-07 SEC-13 what strangers write stays text in mails and on devices', async (t) => {
  const server = await startMailServer();
  const peer = await startPushPeer();
  const app = await startTestApp({ environment: { MAILBOX: 'off', SMTP_URL: server.url } });
  t.teardown(async () => {
    await app.close();
    await server.stop();
    await peer.close();
  });
  const { deps } = app;
  pushService.provide(deps, peer.sender());
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const shelf = openShelf(deps);
  const mika = await app.signUp('Mika');
  await app.call('PUT /user/settings', { as: mika, body: { notifications: { subscribe_to_emails: true } } });
  await app.call('POST /user/push_subscriptions', { as: mika, body: peer.subscribe() });
  await app.runJobs();
  server.received.length = 0;
  const lists = await Promise.all(
    ['naughty-strings', 'xss-payloads', 'crlf'].map((name) => corpusText(name)),
  );
  const texts = [...OWN, ...lists.flat()].filter((text) => text !== '' && isStorable(text));
  // One mail lists at most this many. The first text is also the story's title.
  const batches = Array.from({ length: Math.ceil(texts.length / LINES) }, (_, at) =>
    texts.slice(at * LINES, (at + 1) * LINES),
  );
  for (const batch of batches) {
    const { id: storyId } = await shelf.addStory(mika.id, { title: batch[0] });
    for (const text of batch) {
      const actorId = await shelf.addAuthor(text);
      const subjectId = newId();
      await deps.db.insert(comments).values({ id: subjectId, storyId, authorId: actorId, body: text });
      const news = { key: `reply:${subjectId}`, storyId, episodeId: null, subjectId, actorId };
      await inTransaction(deps, (tx) => notify(tx, [mika.id], { kind: 'reply', ...news }));
    }
  }
  await app.runJobs();
  // Retries messages that a busy machine delayed. Some may arrive twice.
  await eventually('each message was taken, and none was too long', async () => {
    if (new Set(peer.received.map(({ message }) => message.id)).size === texts.length) return true;
    nowMs += 60_000;
    await runSweeps(deps, 'notifications.send_pushes');
    return false;
  });
  t.same(peer.faults, []);
  for (const { message } of peer.received) {
    t.same(Object.keys(message).sort(), FIELDS);
    t.match(message.url, /^\/notifications\?open=[\da-f-]{36}$/);
    t.ok([...String(message.title)].length <= 300 && [...String(message.body)].length <= 300);
  }

  nowMs += HOUR_MS;
  await sendDigests(deps);
  await app.runJobs();
  t.equal(server.received.length, batches.length);
  const home = deps.config.BASE_URL;
  for (const { to, raw, mail } of server.received) {
    t.same(to, [mika.email]);
    t.same(
      mail.to?.map(({ address }) => address),
      [mika.email],
    );
    t.notMatch(raw.split('\r\n\r\n')[0], /^(?:set-cookie|bcc|cc):/im);
    t.ok([...(mail.subject ?? '')].length <= 200);
    for (const { nodeName, attrs = [] } of elementsOf(parse(mail.html ?? '') as unknown as Node)) {
      t.ok(TAGS.has(nodeName), nodeName);
      for (const { name, value } of attrs) {
        t.notMatch(name, /^on/);
        if (name === 'href' || name === 'src') t.ok(value.startsWith(`${home}/`), value);
      }
    }
    t.match(mail.text, `${home}/unsubscribe?token=`);
  }
});
