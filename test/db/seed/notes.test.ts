import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  popReactionCounts,
  popReactions,
  stories,
  tsukkomiComments,
  users,
} from '../../../db/schema/index.ts';
import { demoStories } from '../../../db/seed/content/index.ts';
import { demoNotes } from '../../../db/seed/content/notes.ts';
import { addNotes } from '../../../db/seed/notes.ts';
import { SHORT_NOTE_MAX_LENGTH } from '../../../server/domains/community/short-notes/rules.ts';
import { lengthOf } from '../../../server/lib/text.ts';
import { startTestApp } from '../../support/app.ts';
import { openShelf } from '../../support/shelf.ts';

const PAGES = 2;

t.test('SOC-13 SOC-14 the notes of the demo stand at pages and words that are there', async (t) => {
  for (const [slug, { notes = [], margins = [], felt }] of Object.entries(demoNotes)) {
    const story = demoStories.find((each) => each.slug === slug);
    const [first] = story?.episodes ?? [];
    const text = (first?.chapters?.[0]?.paragraphs ?? []).join('\n');
    const items = first?.pages ?? 1;
    t.ok(first, slug);
    for (const { page, x, y } of notes)
      t.ok(page >= 1 && page <= items && x >= 0 && x <= 1 && y >= 0 && y <= 1);
    for (const { at } of margins) t.ok(text.includes(at), `${slug}: ${at}`);
    for (const said of [...notes, ...margins]) t.ok(lengthOf(said.text) <= SHORT_NOTE_MAX_LENGTH, said.text);
    const texts = [...notes, ...margins].map((said) => `${said.by} ${said.text}`);
    t.equal(new Set(texts).size, texts.length);
    for (const [number, kinds] of Object.entries(felt)) {
      const readers = Object.values(kinds).flat();
      t.equal(new Set(readers).size, readers.length, `${slug} ${number}: each feels one thing`);
      t.ok(Number(number) <= items);
    }
  }
});

t.test('SOC-13 SOC-14 they are left once, and what is felt adds up', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const { notes = [], felt = {} } = demoNotes['ash-street'] ?? {};
  const keys = new Set(Object.values(felt).flatMap((kinds) => Object.values(kinds).flat()));
  const people = new Map<string, typeof users.$inferSelect>();
  for (const key of keys) {
    const [account] = await deps.db
      .select()
      .from(users)
      .where(eq(users.id, await addAuthor()));
    if (account) people.set(key, account);
  }
  const story = await addStory(await addAuthor());
  await deps.db.update(stories).set({ slug: 'ash-street' }).where(eq(stories.id, story.id));
  await addEpisode(story, 1, {}, { pages: PAGES });
  for (let start = 0; start < 2; start += 1) {
    await addNotes(deps, people);
    const written = await deps.db.select().from(tsukkomiComments);
    const expected = notes.filter(({ page, by }) => page <= PAGES && people.has(by));
    t.equal(written.length, expected.length);
    const felt = await deps.db.select().from(popReactions);
    const counts = await deps.db.select().from(popReactionCounts);
    t.ok(felt.length > 0);
    t.equal(
      counts.reduce((sum, { count }) => sum + count, 0),
      felt.length,
    );
  }
});
