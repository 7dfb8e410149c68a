/** An episode is blocked, its creator objects, another administrator grants it, readers have it again; all by forms. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { sessions, users } from '#db/schema/index.ts';
import { PASSWORD } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { publishStory } from '../support/console.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const [owner, mei, tomas] = [
  await site.signUp('Teo Sandoval'),
  await site.signUp('Mei Tan'),
  await site.signUp('Tomás Reyes'),
];
await site.deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * 24 * 3_600_000) });
for (const administrator of [mei, tomas]) await site.makeAdministrator(administrator);
const { story, episode } = await publishStory(site, owner, { title: 'Down Here' });
const FACTS = 'Pages 9 to 12 show open wounds in close-up.';
/** The proof opens in a tab of its own on purpose. */
const wrong = (faults: readonly string[]) =>
  faults.filter((fault) => !/^dialog: |^popup: .*\/fresh_sign_in/.test(fault));
const isRead = async () => (await site.call(`GET /episodes/${episode.id}`)).statusCode === 200;

t.test(
  'REP-07, EPI-38, EPI-40 block, statement, objection, another decides, readers see it again',
  async (t) => {
    const first = await site.open({ as: mei, ...wide, javaScriptEnabled: false });
    await first.goto('/admin');
    await first.page.getByRole('link', { name: 'Works' }).click();
    await first.page.getByRole('link', { name: 'Episodes', exact: true }).click();
    await first.page.getByLabel('Title, slug or id').fill(episode.id);
    await first.page.locator('main').getByRole('button', { name: 'Search' }).click();
    await first.page.getByRole('link', { name: /^1 · / }).click();
    await first.page.getByLabel('What for').selectOption('violence');
    await first.page.getByLabel('Clause or law').fill('4.2');
    await first.page.getByLabel('What is wrong, and where').fill(FACTS);
    await first.page.getByRole('button', { name: 'Show the letter' }).click();
    await first.page.getByText('Episode 1 of “Down Here” is blocked').waitFor();
    t.ok(await isRead(), 'looking at the letter blocks nothing');
    t.notMatch(first.page.url(), /open|wounds/, 'an address is written into logs');
    t.equal(await first.page.getByLabel('What for').inputValue(), 'violence');
    t.equal(await first.page.getByLabel('Clause or law').inputValue(), '4.2');
    t.equal(
      await first.page.getByLabel('What is wrong, and where').inputValue(),
      FACTS,
      'what was typed stays',
    );
    await site.deps.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, mei.id));
    await first.page.getByRole('button', { name: 'Block this episode' }).click();
    const [proof] = await Promise.all([
      first.context.waitForEvent('page'),
      first.page.getByRole('link', { name: 'Prove in a new tab that it is you' }).click(),
    ]);
    t.ok(await isRead(), 'a sign-in of long ago blocks nothing');
    await proof.getByLabel('Password').fill(PASSWORD);
    await site.deps.db.update(sessions).set({ provenAt: new Date() }).where(eq(sessions.userId, mei.id));
    await proof.close();
    t.equal(
      await first.page.getByLabel('What is wrong, and where').inputValue(),
      FACTS,
      'and it stays again',
    );
    await first.page.getByRole('button', { name: 'Block this episode' }).click();
    await first.page.getByRole('button', { name: 'Unblock' }).waitFor();
    t.notOk(await isRead());

    const creator = await site.open({ as: owner, ...phone });
    await creator.goto(`/creator/stories/${story.id}/episodes/${episode.id}`);
    await creator.page.getByRole('link', { name: 'Read why, and object' }).click();
    await creator.page.getByText(FACTS).waitFor();
    t.same(await violations(creator.page), []);
    await creator.page
      .getByLabel('Why we should decide otherwise')
      .fill('The wound is paint, as page 13 tells.');
    await creator.page.getByRole('button', { name: 'Send objection' }).click();
    await creator.page.getByRole('heading', { name: 'Your objection' }).waitFor();
    t.equal(await creator.page.getByRole('button', { name: 'Send objection' }).count(), 0, 'once only');

    await first.goto('/admin/episodes');
    await first.page.getByText('another administrator decides').waitFor();
    t.equal(await first.page.getByRole('button', { name: 'Decide' }).count(), 0);

    const second = await site.open({ as: tomas, ...wide });
    await second.goto('/admin/episodes');
    t.same(await violations(second.page), []);
    await second.page.getByText('The wound is paint').waitFor();
    await second.page.getByLabel('Grant: unblock').check();
    await second.page.getByLabel('Why, for its owner to read').fill('It is paint.');
    await second.page.getByRole('button', { name: 'Decide' }).click();
    await second.page.getByText('The wound is paint').waitFor({ state: 'detached' });
    t.ok(await isRead(), 'readers have it again');
    await second.goto('/admin/log');
    await second.page.getByText('Granted an objection').last().waitFor();
    t.same(await violations(second.page), []);
    t.same([...wrong(first.faults), ...wrong(creator.faults), ...wrong(second.faults)], []);
  },
);

t.test('ROL-11 an account is found, locked with a reason, and its holder is signed out', async (t) => {
  const guest = await site.signUp('Guest Fox');
  const admin = await site.open({ as: mei, ...phone });
  await admin.goto('/admin/users');
  await admin.page.getByLabel('Name, e-mail, slug or id').fill('fox');
  await admin.page.locator('main').getByRole('button', { name: 'Search' }).click();
  t.same(await violations(admin.page), []);
  await admin.page.getByRole('link', { name: 'Guest Fox' }).click();
  t.same(await violations(admin.page), []);
  const lock = admin.page.locator('#change-lock');
  await lock.getByLabel('Reason').fill('60 mentions in 10 minutes');
  await lock.getByRole('button', { name: 'Lock account' }).click();
  await admin.page.getByRole('button', { name: 'Unlock account' }).waitFor();
  t.equal((await site.call('GET /user/account', { as: guest })).statusCode, 423);
  await admin.page.getByText('Locked an account').first().waitFor();
  const stranger = await site.open({ as: owner, ...wide });
  await stranger.goto('/admin/users');
  await stranger.page.waitForURL(/\/creator\/stories/);
  t.same(wrong(admin.faults), []);
});
