import t from 'tap';
import { users } from '#db/schema/index.ts';
import { publishStory } from '../../support/console.ts';
import { visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const [owner, mika, noor, ada] = [
  await site.signUp('Owner'),
  await site.signUp('Mika'),
  await site.signUp('Noor'),
  await site.signUp('Ada'),
];
await site.makeAdministrator(ada);
await site.deps.db.update(users).set({ createdAt: new Date(0) });
const { story, episode } = await publishStory(site, owner, { title: 'Night Train' });
const write = async (body: string, as = noor): Promise<string> =>
  (await site.call('POST /comments', { as, body: { episode_id: episode.id, body } })).json().comment.id;
const formOf = (id: string) => `/report?subject_type=comment&subject_id=${id}`;

await t.test('REP-06 an administrator decides and undoes', async (t) => {
  const id = await write('Plain and rude');
  const body = { subject_type: 'comment', subject_id: id, category: 'harassment', text: 'Rude' };
  await site.call('POST /violation', { as: owner, body });
  const desk = visitPlainly(site.app, { as: ada });
  await desk.goto('/admin/reports?subject_type=comment');
  const article = () => desk.all('article').find((each) => each.textContent?.includes('Plain and rude'));
  const reason = desk.get('textbox', /^Reason/, article()) as HTMLTextAreaElement;
  reason.value = 'It is rude';
  await desk.press(desk.get('button', /^Uphold/, article()));
  t.match(desk.text(), 'You can undo this for ten minutes');
  await desk.press('Undo');
  t.ok(article());
});

await t.test('REP-01, REP-04 a reader is told what is missing, and sees the report listed', async (t) => {
  const id = await write('Plain and long-winded');
  const reader = visitPlainly(site.app, { as: mika });
  const form = `/de${formOf(id)}&back=/de/stories/${story.slug}`;
  await reader.goto(form);
  reader.choose(/^Etwas anderes/);
  await reader.press('Meldung senden');
  const text = reader.field(/^Was sollen wir uns ansehen\?/);
  t.equal(text.getAttribute('aria-invalid'), 'true');
  t.ok(reader.field(/^Etwas anderes/).checked, 'the choice is kept');
  text.value = 'Drei Seiten \u202eund kein Punkt';
  await reader.press('Meldung senden');
  t.match(reader.at(), `/de/stories/${story.slug}`);
  t.match(reader.text(), 'Verstoß gemeldet');
  await reader.goto(form);
  reader.choose(/^Spam/);
  await reader.press('Meldung senden');
  t.match(reader.at(), /\/violation/);
  t.match(reader.text(), 'Du hast das schon gemeldet. Meldung Nr.');
  await reader.goto('/de/settings/reports');
  t.match(reader.text(), 'Drei Seiten');
  t.equal(await reader.goto(`/report?subject_type=reply&subject_id=${id}`), 404, 'a comment is no reply');
});

await t.test(
  'REP-01 REP-05 ERR-70 two readers report a comment, and each report holds its words',
  async (t) => {
    const id = await write('Only the creator says so', owner);
    for (const as of [mika, noor]) {
      const reader = visitPlainly(site.app, { as });
      await reader.goto(formOf(id));
      t.match(reader.text(), 'Owner: Only the creator says so');
      reader.choose(/^Spam/);
      await reader.press('Send report');
    }
    const listed = await site.call(`GET /admin/violations?subject_id=${id}`, { as: ada });
    t.match(listed.json().violations, [
      { subject_type: 'comment', snapshot: 'Only the creator says so', reporter: { display_name: 'Noor' } },
      { subject_type: 'comment', reporter: { display_name: 'Mika' } },
    ]);
  },
);

await t.test('REP-01 a visitor sends a notice, and finds the receipt', async (t) => {
  const visitor = visitPlainly(site.app);
  await visitor.goto('/report');
  await visitor.press('Report it without an account');
  t.match(visitor.at(), /report_illegal_content/);
  visitor.fill(/^Where is it\?/, 'https://elsewhere.example/stories/a');
  visitor.choose(/^Copyright/);
  visitor.fill(/^Why is it against the law\?/, `Mine. e${'\u0301'.repeat(2000)}`);
  visitor.choose(/^I believe in good faith/);
  await visitor.press('Send notice');
  t.match(visitor.text(), 'Addresses contain an address that is not on this site');
  visitor.fill(/^Where is it\?/, `/stories/${story.slug}`);
  visitor.fill(/^Your name/, 'Noa Berg');
  visitor.fill(/^Your e-mail address/, 'noa@example.org');
  await visitor.press('Send notice');
  t.ok(visitor.get('heading', 'Your notice'));
  t.match(visitor.text(), 'Not decided yet');
});

await t.test('REP-02, REP-03 a profile offers it, too', async (t) => {
  const { slug } = (await site.call('GET /user/account', { as: owner })).json().user;
  const reader = visitPlainly(site.app, { as: mika });
  await reader.goto(`/profile/${slug}`);
  await reader.press('Report or mute');
  t.ok(reader.field(/^Harassment/));
});
