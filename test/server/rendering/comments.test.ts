import t from 'tap';
import { users } from '#db/schema/index.ts';
import type { Account } from '../../support/app.ts';
import { publishStory } from '../../support/console.ts';
import { joinTeam } from '../../support/figures.ts';
import { type Plain, visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const DAY_MS = 24 * 3_600_000;

const site = await startSite();
t.teardown(() => site.close());
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const [mika, team, owner] = [
  await site.signUp('Mika'),
  await site.signUp('Team'),
  await site.signUp('Owner'),
];
await site.deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
const author = await addAuthor();

const body = ({ document }: Plain) => document().querySelector<HTMLTextAreaElement>('[name=body]');
const articles = ({ document }: Plain) => [...document().querySelectorAll<HTMLElement>('article')];
const articleOf = (visitor: Plain, words: string): HTMLElement => {
  const found = articles(visitor).find((each) => each.textContent?.includes(words));
  if (!found) throw new Error(`${words}: not among ${visitor.text()}`);
  return found;
};
async function begin() {
  const story = await addStory(author);
  const { id } = await addEpisode(story, 1);
  await joinTeam(site, story.id, team, 'editor');
  return { storyId: story.id, episodeId: id, slug: story.slug, path: `/de/stories/${story.slug}/1/comments` };
}
async function write(visitor: Plain, words: string): Promise<void> {
  const field = body(visitor);
  if (!field) throw new Error('nothing can be written');
  field.value = words;
  await visitor.press('Absenden');
}

await t.test(
  'SOC-15 SOC-18 ERR-46 a comment is written and answered, and an empty one refused',
  async (t) => {
    const { path } = await begin();
    const reader = visitPlainly(site.app, { as: mika });
    await reader.goto(path);
    await write(reader, 'Ganz ohne Skript');
    const own = articleOf(reader, 'Ganz ohne Skript');
    t.match(own.querySelector('time')?.textContent, / UTC$/);
    const answer = reader.field(/^Schreib eine Antwort/);
    answer.value = 'Auch die Antwort';
    await reader.press(reader.get('button', 'Antworten', answer.form ?? undefined));
    await reader.goto(path);
    await reader.press('1 Antwort');
    t.match(reader.text(), 'Auch die Antwort');
    await reader.press('Alle Kommentare');
    await write(reader, '   ');
    t.match(reader.text(), /muss ausgefüllt|leer/i);
  },
);

await t.test('SOC-15 SOC-16 SOC-18 what reader and team do with a comment', async (t) => {
  const { path } = await begin();
  const reader = visitPlainly(site.app, { as: mika });
  await reader.goto(path);
  await write(reader, 'Wer zündet die Lampe an?');

  await t.test('its author likes it and changes it', async (t) => {
    const own = () => articles(reader)[0] as HTMLElement;
    await reader.press(reader.get('button', /^Like/, own()));
    t.ok(own().querySelector('[aria-pressed=true]'));
    reader.fill(/^Dein Kommentar/, 'Wer macht die Lampe an?');
    await reader.press(reader.get('button', 'Speichern', own()));
    t.match(reader.text(own()), 'Wer macht die Lampe an?');
    t.match(reader.at(), path);
  });

  await t.test('the team pins, locks, opens and hides', async (t) => {
    const desk = visitPlainly(site.app, { as: team });
    await desk.goto(path);
    const choose = (name: string) => desk.press(desk.get('button', name, articles(desk)[0]));
    t.equal(articles(desk)[0]?.querySelectorAll('a[href*="/report?"]').length, 1);
    await choose('Oben anheften');
    t.match(desk.text(), 'Angeheftet');
    await desk.press('Diskussion schließen');
    t.match(desk.text(), 'Geschlossen für alle außer dem Team');
    await reader.goto(path);
    t.equal(body(reader), null, 'nothing is written, nor changed');
    await desk.press('Diskussion öffnen');
    t.ok(desk.get('button', 'Diskussion schließen'));
    await choose('Ausblenden');
    t.match(desk.text(), /Ausgeblendet für alle/);
  });

  await t.test('its author deletes it', async (t) => {
    await reader.goto(path);
    await reader.press(reader.get('button', 'Löschen', articles(reader)[0]));
    t.match(reader.text(), 'Noch hat niemand etwas gesagt');
  });
});

await t.test('the story’s page leads to all comments', async (t) => {
  const { storyId, slug } = await begin();
  const reader = await site.signUp('Reader');
  for (const words of ['One', 'Two', 'Three'])
    await site.call('POST /comments', { as: reader, body: { story_id: storyId, body: words } });
  const visitor = visitPlainly(site.app);
  await visitor.goto(`/de/stories/${slug}`);
  await visitor.press(/^Lesen und schreiben/);
  t.equal(visitor.at(), `/de/stories/${slug}/comments`);
  t.match(visitor.text(), 'Three');
});

await t.test('in the list of a creator', async (t) => {
  const { episode } = await publishStory(site, owner, { title: 'Night Train' });
  const comment = async (as: Account, words: string): Promise<string> =>
    (await site.call('POST /comments', { as, body: { episode_id: episode.id, body: words } })).json().comment
      .id;
  const id = await comment(mika, 'Who lit the moth?');
  const desk = visitPlainly(site.app, { as: owner });

  await t.test('SOC-18 a comment is answered where it stands', async (t) => {
    await desk.goto('/creator/comments');
    desk.fill(/^Your reply to Mika/, 'I did');
    await desk.press('Send reply');
    t.match(desk.text(), 'I did');
    t.match(desk.at(), /^\/creator\/comments/, 'nobody leaves the list');
    const { replies } = (await site.call(`GET /comment_replies?comment_id=${id}`)).json();
    t.match(replies, [{ body: 'I did' }]);
  });

  await t.test('SOC-01 who is kept out writes no more', async (t) => {
    await desk.press(desk.all('button', 'Keep Mika out')[0] as HTMLElement);
    t.ok(desk.all('button', 'Let Mika write again')[0]);
    const again = await site.call('POST /comments', {
      as: mika,
      body: { episode_id: episode.id, body: 'Again' },
    });
    t.equal(again.json().code, 'kept_out');
  });
});
