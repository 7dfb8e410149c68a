import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '../../../db/schema/index.ts';
import { type Plain, textOf, visitPlainly } from '../../support/plain.ts';
import { dialogAt, HOUR_MS, mustDo, readyEpisode, startRelease, viewOf } from '../../support/releases.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
const owner = await site.signUp('Mira');
const set = (facts: Partial<typeof users.$inferInsert>) =>
  site.deps.db.update(users).set(facts).where(eq(users.id, owner.id));
await set({ timezone: 'Europe/Berlin' });
const administrator = await site.signUp('Ada Mina');
await site.makeAdministrator(administrator);
const storyId = await startRelease(site, owner);
const visitor = visitPlainly(site.app, { as: owner });
const open = (id: string, prefix = '') => visitor.goto(`${prefix}/creator/stories/${storyId}/episodes/${id}`);
/** Presses a button in `noscript`, since the others need a script. */
const pressPlain = (name: string, at: Plain = visitor) => {
  const buttons = [...at.document().querySelectorAll<HTMLElement>('noscript form button')];
  const found = buttons.find((button) => textOf(button) === name);
  if (!found) throw new Error(`no ${name} among ${buttons.map(textOf).join(', ')}`);
  return at.press(found);
};

await t.test('EPI-42 ERR-11 planned, published and taken back by plain forms', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Plain');
  await open(id);
  visitor.fill('Time', '25:00');
  await pressPlain('Schedule');
  t.match(visitor.text(), 'Time is invalid');
  t.equal(visitor.field('Time').value, '25:00', 'what was typed stays');
  visitor.fill('Time', '23:58');
  await pressPlain('Schedule');
  t.match(visitor.text(), 'Scheduled. The episode goes live');
  t.match(await viewOf(site, owner, id), { status: 'scheduled', publish_zone: 'Europe/Berlin' });
  await pressPlain('Publish now');
  t.match(visitor.text(), 'Published. Readers can see it now.');
  await pressPlain('Unpublish');
  t.match(visitor.text(), 'Unpublished. Readers no longer see it.');
  t.equal((await viewOf(site, owner, id)).status, 'in_progress');
});

await t.test('I18-02 EPI-21 auf Deutsch: Termin, Absage, sofort', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Auf Deutsch');
  await open(id, '/de');
  visitor.fill('Datum', '31/12/2027');
  visitor.fill('Zeitzone', 'Asia/Kolkata');
  await pressPlain('Termin festlegen');
  t.match(visitor.text(), 'Datum ist ungültig');
  t.equal(visitor.field('Zeitzone').value, 'Asia/Kolkata');
  visitor.fill('Datum', dialogAt(new Date(Date.now() + 20 * 24 * HOUR_MS)).date);
  await pressPlain('Termin festlegen');
  t.match(visitor.text(), 'Geplant. Zur gewählten Zeit');
  t.equal((await viewOf(site, owner, id)).publish_zone, 'Asia/Kolkata');
  await pressPlain('Termin absagen');
  t.match(visitor.text(), 'Der Termin ist abgesagt.');
  t.match(visitor.text(), 'Termin abgesagt von Mira');
  await pressPlain('Jetzt veröffentlichen');
  t.match(visitor.text(), 'Veröffentlicht. Alle können es jetzt lesen.');
});

await t.test(
  'EPI-37 EPI-39 ERR-35 a blocked episode says whom to ask and why, and offers nothing that cannot work',
  async (t) => {
    const id = await readyEpisode(site, owner, storyId, 'Stopped');
    await mustDo(site, administrator, id, 'block', { reason: 'A panel of another work.' });
    await open(id);
    t.match(visitor.text(), 'This episode has been blocked, please contact site administrator');
    t.match(visitor.text(), 'Reason given: A panel of another work.');
    t.match(visitor.text(), 'Blocked by an administrator');
    for (const name of [
      'Publish',
      'Publish now',
      'Unpublish',
      'Save',
      'Delete episode …',
      'Upload',
      'From a page',
    ])
      t.same(visitor.all('button', name), [], name);
  },
);

await t.test('who may not publish yet is told so before trying, with the way to mend it', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Not Yet');
  for (const [facts, text, path] of [
    [{ emailConfirmedAt: null }, 'Your e-mail address is not confirmed.', '/settings'],
    [
      { emailConfirmedAt: new Date(), dateOfBirth: '2012-01-01' },
      'Under 18, a parent or guardian',
      '/profile_edit',
    ],
  ] as const) {
    await set(facts);
    await open(id);
    const items = [...visitor.document().querySelectorAll<HTMLElement>('#readiness li')];
    const [item] = items.filter((one) => textOf(one).includes(text));
    t.equal(visitor.get('link', undefined, item).getAttribute('href'), path);
    const buttons = [...visitor.document().querySelectorAll('button')];
    const publish = buttons.find((button) => textOf(button) === 'Publish');
    t.equal(publish?.getAttribute('aria-disabled'), 'true');
  }
  await set({ dateOfBirth: '1990-01-31' });
});

await site.close();
