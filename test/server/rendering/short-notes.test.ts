/** Short notes without script: listed, left, hidden and reported. Notes by muted users do not show. */
import { eq, isNull } from 'drizzle-orm';
import t from 'tap';
import { chapters, reportDecisions, users } from '#db/schema/index.ts';
import type { Account } from '../../support/app.ts';
import { joinTeam } from '../../support/figures.ts';
import { type Plain, visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';
import { runSweeps } from '../../support/sweeps.ts';

const TEXT = Array.from({ length: 8 }, (_, at) => `<p>Sentence ${at} is here, and short.</p>`).join('');

const site = await startSite();
const { db } = site.deps;
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor();
const signUp = (name: string) => site.signUp(name);
const [mika, noor, sora] = [await signUp('Mika'), await signUp('Noor'), await signUp('Sora')];
const [editor, ada] = [await signUp('Editor'), await signUp('Ada')];
await site.makeAdministrator(ada);
// New accounts may leave only few notes per minute.
await db.update(users).set({ createdAt: new Date(0) });

async function publish() {
  const story = await addStory(author, { publicationType: 'novel' });
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: [TEXT] });
  const [chapter] = await db.select().from(chapters).where(eq(chapters.episodeId, id));
  const leave = async (as: Account, offset: number, body: string): Promise<string> => {
    const place = { episode_id: id, chapter_id: chapter?.id, offset };
    const reply = await site.call('POST /tsukkomi_comments', { as, body: { ...place, body } });
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json<{ tsukkomi_comment: { id: string } }>().tsukkomi_comment.id;
  };
  const progress = { item: 1, furthest_item: 1, offset: 0.9, finished: false };
  for (const as of [mika, noor, editor])
    await site.call(`PUT /episodes/${id}/progress`, { as, body: progress });
  return { story, id, leave, path: `/stories/${story.slug}/1` };
}
const rowOf = (visitor: Plain, words: string): HTMLElement | undefined =>
  visitor.all('listitem').find((row) => visitor.text(row).includes(words));
const does = (visitor: Plain, words: string, deed: string) =>
  visitor.press(visitor.get('button', deed, rowOf(visitor, words)));

await t.test('RDR-21 without a script a chapter lists notes, takes one and loses it', async (t) => {
  const { path, leave } = await publish();
  await leave(mika, 0, 'said without a script');
  const visitor = visitPlainly(site.app, { as: noor });
  t.equal(await visitor.goto(`${path}/notes`), 200);
  t.ok(rowOf(visitor, 'said without a script'));
  visitor.fill('Short note', 'so am I');
  await visitor.press('Pin');
  t.equal(visitor.at().split('?')[0], `${path}/notes`);
  t.ok(rowOf(visitor, 'so am I'));
  await does(visitor, 'so am I', 'Delete');
  t.notOk(rowOf(visitor, 'so am I'));
  t.ok(rowOf(visitor, 'said without a script'));
});

await t.test(
  'RDR-21 SOC-19 SOC-20 without a script a page lists notes, takes one and a feeling',
  async (t) => {
    const story = await addStory(author);
    const { id } = await addEpisode(story, 1, {}, { pages: 3 });
    await site.call(`PUT /episodes/${id}/progress`, { as: mika, body: { item: 2, furthest_item: 2 } });
    const visitor = visitPlainly(site.app, { as: mika });
    await visitor.goto(`/stories/${story.slug}/1`);
    await visitor.press(visitor.document().querySelector('[data-tool=notes]') as HTMLElement);
    await visitor.press('Open the notes');
    t.equal(visitor.at(), `/stories/${story.slug}/1/notes`);
    await visitor.press(visitor.document().querySelector('a[rel=next]') as HTMLElement);
    visitor.fill('Short note', 'so am I');
    visitor.fill('Down the page', '0.8');
    await visitor.press('Pin');
    t.match(visitor.text(rowOf(visitor, 'so am I')), /bottom/);
    const clap = () => visitor.get('button', /^Applause/);
    await visitor.press(clap());
    t.equal(clap().getAttribute('aria-pressed'), 'true');
    t.match(visitor.at(), `/stories/${story.slug}/1/notes?page=2`);
  },
);

await t.test(
  'SOC-13 REP-06 the team hides a note and shows it again; an administrator’s word holds',
  async (t) => {
    const { story, path, leave } = await publish();
    await joinTeam(site, story.id, editor, 'editor');
    const id = await leave(noor, 4, 'the butler did it');
    await leave(sora, 60, 'what a morning');
    const visit = async (as: Account): Promise<Plain> => {
      const visitor = visitPlainly(site.app, { as });
      t.equal(await visitor.goto(`${path}/notes`), 200);
      return visitor;
    };
    const team = await visit(editor);
    await does(team, 'the butler did it', 'Hide');
    t.match(team.text(), 'Note hidden');
    t.match(team.text(rowOf(team, 'the butler did it')), /hidden/);
    const reader = await visit(mika);
    t.ok(rowOf(reader, 'what a morning'));
    t.notOk(rowOf(reader, 'the butler did it'), 'not for readers');
    t.ok(rowOf(await visit(noor), 'the butler did it'), 'but for who wrote it');
    await does(team, 'the butler did it', 'Show again');
    t.match(team.text(), 'Note shown again');

    await reader.goto(`${path}/notes`);
    await reader.press(reader.get('link', 'Report', rowOf(reader, 'the butler did it')));
    t.match(reader.text(), 'the butler did it');
    reader.field(/^Spam/).checked = true;
    await reader.press('Send report');
    t.match(reader.text(), 'Violation reported. Thank you');
    const queue = await site.call('GET /admin/violation_queue?subject_type=tsukkomi', { as: ada });
    const [thing] = queue.json<{ things: { reports: { id: string }[] }[] }>().things;
    const body = { state: 'actioned', note: 'Why', hide: true };
    await site.call(`PATCH /admin/violations/${thing?.reports[0]?.id}`, { as: ada, body });
    await db
      .update(reportDecisions)
      .set({ tellAt: new Date(0) })
      .where(isNull(reportDecisions.undoneAt));
    await runSweeps(site.deps, 'moderation.tell_outcomes');
    await reader.goto('/settings/reports');
    t.match(reader.text(), 'We agreed with your report');
    t.notOk(rowOf(await visit(mika), 'the butler did it'));
    await team.goto(`${path}/notes`);
    await does(team, 'the butler did it', 'Show again');
    t.match(team.text(), 'An administrator has hidden this. It stays hidden.');
    t.match(team.text(rowOf(team, 'the butler did it')), /hidden/);
    const refused = await site.call(`POST /tsukkomi_comments/${id}/show`, { as: editor });
    t.equal(refused.statusCode, 409);
  },
);

for (const [deed, name] of [
  ['mute', 'Mute Sora'],
  ['block', 'Block Sora'],
] as const)
  await t.test(`SOC-13 who ${deed}s somebody sees their notes nowhere`, async (t) => {
    const { id, path, leave } = await publish();
    await leave(sora, 60, 'what a morning');
    await leave(noor, 90, 'a line of mine');
    const visitor = visitPlainly(site.app, { as: mika });
    await visitor.goto(`${path}/notes`);
    await does(visitor, 'what a morning', name);
    t.notOk(rowOf(visitor, 'what a morning'));
    t.ok(rowOf(visitor, 'a line of mine'));
    const [chapter] = await db.select().from(chapters).where(eq(chapters.episodeId, id));
    const query = `episode_id=${id}&chapter_id=${chapter?.id}`;
    const told = async (as: Account) => {
      const reply = await site.call(`GET /tsukkomi_comments?${query}`, { as });
      return reply
        .json<{ tsukkomi_comments: { body: string }[] }>()
        .tsukkomi_comments.map(({ body }) => body);
    };
    t.same(await told(mika), ['a line of mine'], 'nor beside the text');
    t.same(await told(noor), ['what a morning', 'a line of mine'], 'others see them');
    await site.call(`DELETE /users/${sora.id}/${deed}`, { as: mika });
  });

await t.test('SOC-01 without a script the comments of a novel are a page of their own', async (t) => {
  const { path } = await publish();
  const visitor = visitPlainly(site.app, { as: noor });
  await visitor.goto(path);
  await visitor.press(visitor.document().querySelector('[data-tool=comments]') as HTMLElement);
  const panel = visitor.document().querySelector('[data-panel=comments]') as HTMLElement;
  await visitor.press(visitor.all('link', undefined, panel)[0] as HTMLElement);
  t.equal(visitor.at(), `${path}/comments`);
});

await site.close();
