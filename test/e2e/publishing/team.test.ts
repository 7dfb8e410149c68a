import type { Page } from 'playwright';
import t from 'tap';
import { PASSWORD } from '../../support/app.ts';
import { violations } from '../../support/axe.ts';
import { createStory } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { click, expect, fill, select } from '../../support/hand.ts';
import { alertsOf, toastSays } from '../../support/islands.ts';
import { linkIn, startMailServer } from '../../support/mail.ts';
import { phone, startSite, type Tab, wide } from '../../support/site.ts';
import { findTeam, inviteTo, joinTeam } from '../../support/team.ts';

const mail = await startMailServer();
const site = await startSite({ environment: { MAILBOX: 'off', SMTP_URL: mail.url } });
t.teardown(async () => {
  await site.close();
  await mail.stop();
});

/** Path of the button in the latest mail to `address` whose link ends with `to`. */
async function mailedPath(address: string, to: string): Promise<string> {
  await site.runJobs();
  const found = mail.received.filter(
    (one) => one.to.includes(address) && linkIn({ text: one.mail.text ?? '' }).pathname.endsWith(to),
  );
  const { pathname, search } = linkIn({ text: found.at(-1)?.mail.text ?? '' });
  return pathname + search;
}

const room = (storyId: string) => `/creator/stories/${storyId}/collaborators`;
const wrong = ({ faults }: Tab) => faults.filter((fault) => !/^dialog: |\b422\b/.test(fault));

async function signUp(page: Page, name: string, email: string): Promise<void> {
  await fill(page.getByLabel('Display name'), name);
  await fill(page.getByLabel('E-mail', { exact: true }), email);
  await fill(page.getByLabel('Password'), PASSWORD);
  await fill(page.getByLabel('Month'), '1');
  await fill(page.getByLabel('Day'), '31');
  await fill(page.getByLabel('Year'), '1990');
  await click(page.getByRole('button', { name: 'Create an account' }));
}

await t.test('STO-32 invited by mail, an account made on the way, joined, worked, left', async (t) => {
  const owner = await site.signUp('Mara Quill');
  const story = await createStory(site, owner, { title: 'Salt Road' });
  const desk = await site.open({ as: owner, ...wide });
  await desk.goto(room(story.id));
  const email = desk.page.getByLabel('E-mail');
  const send = desk.page.getByRole('button', { name: 'Send invitation' });
  await expect(desk.page.getByText('You work on this story alone')).toBeVisible();
  await fill(email, 'no address');
  await click(send);
  await expect(desk.page.getByText('E-mail is invalid')).toBeVisible();
  await expect(email, 'what was typed stays').toHaveValue('no address');
  await fill(email, 'jonas@post.example');
  await select(desk.page.getByLabel('Role', { exact: true }), 'editor');
  await click(send);
  await expect(desk.page.getByText('Invitation sent')).toBeVisible();
  await expect(desk.page.getByText('jonas@post.example')).toBeVisible();
  await expect(email).toHaveValue('');

  const guest = await site.open({ ...phone });
  const { page } = guest;
  const link = await mailedPath('jonas@post.example', '/invitation');
  await guest.goto(link);
  await expect(page.getByText('Mara Quill invites you.')).toBeVisible();
  await expect(page.getByText('Your role: Editor')).toBeVisible();
  t.same(await violations(page), []);
  await click(page.getByRole('link', { name: 'Create an account' }));
  await signUp(page, 'Jonas', 'jonas@post.example');
  await expect(page.getByText('One more step: confirm jonas@post.example')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join the team' })).toHaveCount(0);
  await guest.goto(await mailedPath('jonas@post.example', '/confirm_email'));
  await expect(page).toHaveURL(/\/creator\/stories/);
  await expect(page.getByText('Mara Quill invites you to the team of “Salt Road”')).toBeVisible();
  await click(page.getByRole('link', { name: 'View invitation' }));
  await click(page.getByRole('button', { name: 'Join the team' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Salt Road' })).toBeVisible();
  await eventually('the welcome', () => alertsOf(guest.faults).includes('Welcome to the team.'));

  await fill(page.getByLabel('Title of the first episode'), 'Dust');
  await click(page.getByRole('button', { name: 'Add episode' }));
  await expect(page.getByRole('heading', { level: 1, name: /Dust/ })).toBeVisible();
  await expect(
    page.getByRole('button', { name: /Delete/ }),
    'what the role does not give is not shown',
  ).toHaveCount(0);
  await guest.goto('/creator/stories');
  await expect(page.getByText('Shared: you may edit').first()).toBeVisible();

  await guest.goto(room(story.id));
  const leave = page.getByText('Leave the team…');
  await expect(leave).toBeVisible();
  await expect(page.getByLabel('E-mail'), 'others are not theirs to invite').toHaveCount(0);
  await expect(page.getByText('Remove…')).toHaveCount(0);
  await click(leave);
  await expect(page.getByText('Leave the team of “Salt Road”?')).toBeVisible();
  t.same(await violations(page), []);
  await click(page.getByRole('button', { name: 'Leave the team' }));
  await expect(page).toHaveURL(/\/creator\/stories(?!\/)/);
  await toastSays(page, 'You left the team.');
  // ERR-05: the story is no longer theirs, so the page redirects to the created stories. The browser says why (ERR-16).
  await guest.goto(`/creator/stories/${story.id}`);
  await expect(page).toHaveURL(/\/creator\/stories$/);
  await guest.goto(link);
  await expect(page.getByText('It has been accepted already.')).toBeVisible();
  t.same(wrong(guest), []);
  t.same(wrong(desk), []);
});

await t.test('STO-32 the owner changes a role, removes by name, sends again and takes back', async (t) => {
  const owner = await site.signUp('Owner');
  const ada = await site.signUp('Ada');
  const ben = await site.signUp('Ben');
  const story = await createStory(site, owner);
  await joinTeam(site, owner, story.id, ada, 'viewer');
  await joinTeam(site, owner, story.id, ben, 'viewer');
  await inviteTo(site, owner, story.id, 'cora@post.example', 'viewer');
  const tab = await site.open({ as: owner, ...phone });
  const { page } = tab;
  await tab.goto(room(story.id));
  const role = page.getByLabel('Role of Ada');
  const save = page.getByRole('button', { name: 'Save the role of Ada' });
  await expect(role).toBeVisible();
  await expect(save, 'nothing to save yet').toHaveCount(0);
  await select(role, 'publisher');
  await click(save);
  await expect(page.getByText('Role changed')).toBeVisible();
  await click(page.getByLabel('Remove Ben…'));
  await expect(page.getByText('Remove Ben from the team of “Night Train”?')).toBeVisible();
  t.same(await violations(page), []);
  await click(page.getByRole('button', { name: 'Remove Ben' }));
  await expect(page.getByText('Removed from the team')).toBeVisible();
  await expect(page.locator(':focus'), 'the focus is not lost with the row').toHaveText('On the team');
  await click(page.getByRole('button', { name: 'Withdraw the invitation to cora@post.example' }));
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  t.match(await findTeam(site, owner, story.id), {
    collaborators: [{ role: 'owner' }, { display_name: 'Ada', role: 'publisher' }],
    invitations: [],
  });
  t.equal((await findTeam(site, owner, story.id)).collaborators.length, 2);
  t.same(tab.faults, []);
});
