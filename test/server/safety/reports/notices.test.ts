/** Notices of unlawful content by people without an account (Regulation (EU) 2022/2065, article 16). */
import { eq, isNull } from 'drizzle-orm';
import t from 'tap';
import { illegalContentNotices, mails, reportDecisions, violationReports } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';
import { openShelf } from '../../../support/shelf.ts';
import { runSweeps } from '../../../support/sweeps.ts';

const SITE = 'http://tsuzuki.test';
const DAY_MS = 24 * 60 * 60 * 1000;

t.test('notices of unlawful content', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor('Mirko Haas');
  const story = await addStory(author, { title: 'Ash Street' });
  const episode = await addEpisode(story, 1);
  const [ada, sol] = [await app.signUp('Ada'), await app.signUp('Sol')];
  await app.makeAdministrator(ada);
  let senders = 0;
  const usual = {
    addresses: `${SITE}/stories/${story.slug}`,
    ground: 'copyright',
    text: 'These are my drawings.',
    name: 'Noa Berg',
    email: 'noa@example.org',
    good_faith: true,
  };
  const send = (extra: object = {}, { address = '', headers = {} } = {}) => {
    senders += 1;
    const body = { ...usual, ...extra };
    const from = address || `10.0.${senders}.1`;
    return app.call('POST /illegal_content_notices', { body, address: from, headers });
  };
  const reportsOf = (noticeId: string) =>
    deps.db
      .select()
      .from(violationReports)
      .where(eq(violationReports.noticeId, noticeId))
      .orderBy(violationReports.id);
  const fieldsOf = async (extra: object) => (await send(extra)).json().fields;

  await t.test('REP-01 anybody sends one, and gets a receipt here and by mail', async (t) => {
    const reply = await send({}, { headers: { 'accept-language': 'de' } });
    t.equal(reply.statusCode, 201, reply.body);
    const { receipt: notice, message } = reply.json();
    t.equal(message, 'Deine Meldung ist bei uns.');
    t.match(notice, {
      ground: 'copyright',
      addresses: [usual.addresses],
      outcomes: [{ state: 'open', subject_type: 'story', decided_at: null }],
    });
    t.ok(Number.isInteger(notice.number));
    t.notMatch(reply.body, /Noa|noa@|drawings/, 'who knows the receipt knows no more');
    t.same((await app.call(`GET /illegal_content_notices/${notice.id}`)).json().receipt, notice);
    t.equal((await app.call(`GET /illegal_content_notices/${newId()}`)).statusCode, 404);
    await app.runJobs();
    const [mail] = await mailsTo(app, 'noa@example.org');
    t.match(mail?.subject, `Nr. ${notice.number}`);
    t.match(mail?.text, `/de/report_illegal_content/receipt?id=${notice.id}`);
    t.match(mail?.text, 'Empfangsbestätigung öffnen', 'the button says where it leads');
    t.notMatch(mail?.text, /nicht ich|Passwort/, 'nothing of the mails about security');
    t.notMatch(mail?.text, /drawings/, 'mails carry nobody’s words to others');
    t.match(await reportsOf(notice.id), [
      {
        subjectType: 'story',
        subjectId: story.id,
        reporterId: null,
        category: 'copyright',
        personId: author,
      },
    ]);
    const again = await send();
    t.equal(again.json().receipt.id, notice.id, 'sent again within a minute it is the same');
    const both = await Promise.all([send({ text: 'At once' }), send({ text: 'At once' })]);
    const ids = both.map((one) => one.json().receipt.id);
    t.equal(ids[0], ids[1], 'so it is when both come at once');
  });

  await t.test('REP-06 addresses are resolved to what stands there', async (t) => {
    const body = { story_id: story.id, body: 'Bad words' };
    const { comment } = (await app.call('POST /comments', { as: sol, body })).json();
    const answer = { comment_id: comment.id, body: 'Worse words' };
    const { reply } = (await app.call('POST /comment_replies', { as: sol, body: answer })).json();
    const addresses = [
      `tsuzuki.test/de/stories/${story.slug}/1#p2`,
      `/comments/${reply.id}`,
      `${SITE}/stories/${story.slug}/comments#comment-${comment.id}`,
      `${SITE}/blog/what-is-new?x=1`,
      `/stories/${story.slug}/99`,
      `/stories/nothing-here`,
      `/profile/%00`,
    ];
    const { receipt: notice } = (await send({ addresses: addresses.join(',\n'), text: 'All of it' })).json();
    const types = (await reportsOf(notice.id)).map(({ subjectType, subjectId }) => [subjectType, subjectId]);
    t.same(
      new Map(types as [string, string][]),
      new Map([
        ['episode', episode.id],
        ['reply', reply.id],
        ['comment', comment.id],
        ['story', story.id],
        ['address', notice.id],
      ]),
    );
    const { things } = (await app.call('GET /admin/violation_queue?notices=true', { as: ada })).json();
    const other = things.find((thing: { subject_type: string }) => thing.subject_type === 'address');
    t.match(other, {
      has_notice: true,
      reports: [{ notice: { name: 'Noa Berg', email: 'noa@example.org', text: 'All of it' } }],
    });
  });

  await t.test('REP-04 what is missing or wrong is said by field', async (t) => {
    t.same((await app.call('POST /illegal_content_notices', { body: {} })).json().fields, [
      { addresses: ["can't be blank"] },
      { ground: ["can't be blank"] },
      { text: ["can't be blank"] },
      { good_faith: ["can't be blank"] },
      { name: ["can't be blank"] },
      { email: ["can't be blank"] },
    ]);
    t.match(await fieldsOf({ good_faith: false }), [{ good_faith: [String] }]);
    t.same(await fieldsOf({ ground: 'wrong_category' }), [{ ground: ['is invalid'] }]);
    t.same(await fieldsOf({ email: 'nobody' }), [{ email: ['is invalid'] }]);
    for (const wrong of [
      'https://elsewhere.example/stories/a',
      'javascript:alert(1)',
      `${SITE}@elsewhere.example/`,
      'http://tsuzuki.test:9/',
      `${SITE}/${'a'.repeat(600)}`,
    ])
      t.same(await fieldsOf({ addresses: wrong }), [
        { addresses: ['contain an address that is not on this site'] },
      ]);
    const many = Array.from({ length: 11 }, (_, at) => `/stories/a${at}`).join(' ');
    t.same(await fieldsOf({ addresses: many }), [{ addresses: ['contain more than 10 addresses'] }]);
    t.match(await fieldsOf({ text: 'x'.repeat(10_000) }), [{ text: ['is too long'] }]);
    t.match(await fieldsOf({ name: 'x'.repeat(101) }), [{ name: [String] }]);
    const child = await send({ ground: 'minor_safety', name: undefined, email: undefined, text: 'A child' });
    t.equal(child.statusCode, 201, 'who reports the abuse of a child may stay unknown');
    t.equal((await send({ name: '', email: ' ' })).statusCode, 422);
    const zalgo = `e${'\u0301'.repeat(2000)}`;
    t.equal((await send({ text: zalgo })).statusCode, 201);
  });

  await t.test('REP-05, ERR-74 sent twice at once it is one, with one receipt', async (t) => {
    const address = '10.8.8.8';
    const email = 'eva@example.org';
    const twice = (ground: string) =>
      Promise.all([1, 2, 3].map(() => send({ text: 'Pressed twice', email, ground }, { address })));
    const replies = await twice('hate');
    t.same(
      replies.map(({ statusCode }) => statusCode),
      [201, 201, 201],
    );
    t.equal(new Set(replies.map((reply) => reply.json().receipt.id)).size, 1);
    const mailed = () => deps.db.$count(mails, eq(mails.toAddress, email));
    t.equal(await mailed(), 1);
    const [other] = await twice('spam');
    t.not(other?.json().receipt.id, replies[0]?.json().receipt.id, 'for another reason it is another');
    t.equal(await mailed(), 2);
    // Two of the five per hour are used.
    for (const text of ['Third', 'Fourth', 'Fifth'])
      t.equal((await send({ text, email }, { address })).statusCode, 201, text);
    t.equal((await send({ text: 'Sixth', email }, { address })).statusCode, 429);
  });

  await t.test('REP-06 the decision is mailed once it can be undone no more', async (t) => {
    const email = 'lia@example.org';
    const { receipt: notice } = (
      await send({ email, text: 'Stolen' }, { headers: { 'accept-language': 'de' } })
    ).json();
    const [row] = await reportsOf(notice.id);
    const body = { state: 'actioned', note: 'Taken down', similar: true };
    t.equal((await app.call(`PATCH /admin/violations/${row?.id}`, { as: ada, body })).statusCode, 200);
    const receipt = async () => (await app.call(`GET /illegal_content_notices/${notice.id}`)).json().receipt;
    t.match(await receipt(), { outcomes: [{ state: 'open', decided_at: null }] });
    await runSweeps(deps, 'moderation.tell_outcomes');
    await app.runJobs();
    t.equal((await mailsTo(app, email)).length, 1);
    await deps.db
      .update(reportDecisions)
      .set({ tellAt: new Date(0) })
      .where(isNull(reportDecisions.toldAt));
    await runSweeps(deps, 'moderation.tell_outcomes', 'moderation.tell_outcomes');
    await app.runJobs();
    t.match(await receipt(), { outcomes: [{ state: 'actioned', decided_at: /^\d{4}-/ }] });
    const got = await mailsTo(app, email);
    t.equal(got.length, 2);
    const decided = got.find(({ subject }) => /entschieden/.test(subject));
    t.match(decided?.text, /Wir haben etwas getan|wir haben etwas getan/);
    t.notMatch(decided?.text, /Taken down/, 'the note is for administrators');

    // After half a year, the sender's identity is no longer needed.
    const [kept] = await deps.db
      .select()
      .from(illegalContentNotices)
      .where(eq(illegalContentNotices.id, notice.id));
    t.match(kept, { email, closedAt: Date });
    await runSweeps(deps, 'moderation.erase_notifiers');
    const rowOf = async () =>
      (await deps.db.select().from(illegalContentNotices).where(eq(illegalContentNotices.id, notice.id)))[0];
    t.match(await rowOf(), { email });
    await deps.db
      .update(illegalContentNotices)
      .set({ closedAt: new Date(Date.now() - 184 * DAY_MS) })
      .where(eq(illegalContentNotices.id, notice.id));
    await runSweeps(deps, 'moderation.erase_notifiers', 'moderation.erase_notifiers');
    t.match(await rowOf(), { email: null, name: null, text: '', erasedAt: Date });
    t.equal((await receipt()).number, notice.number);
  });

  await t.test('REP-05 five an hour from an address; nobody is flooded with receipts', async (t) => {
    const address = '10.9.9.9';
    const answers: number[] = [];
    for (let turn = 0; turn < 6; turn += 1)
      answers.push((await send({ text: `No. ${turn}`, email: 'max@example.org' }, { address })).statusCode);
    t.same(answers, [201, 201, 201, 201, 201, 429]);
    const queued = await deps.db.select().from(mails).where(eq(mails.toAddress, 'max@example.org'));
    t.equal(queued.length, 3);
  });
});
