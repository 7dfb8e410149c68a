import t from 'tap';
import { PASSWORD } from '../../support/app.ts';
import { createStory } from '../../support/console.ts';
import { linkIn, startMailServer } from '../../support/mail.ts';
import { visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';
import { findTeam, invitationsFor, inviteTo } from '../../support/team.ts';

const mail = await startMailServer();
const site = await startSite({ environment: { MAILBOX: 'off', SMTP_URL: mail.url } });
const room = (storyId: string) => `/creator/stories/${storyId}/collaborators`;

async function invited(address: string): Promise<string> {
  await site.runJobs();
  const found = mail.received.filter(
    (one) =>
      one.to.includes(address) && linkIn({ text: one.mail.text ?? '' }).pathname.endsWith('/invitation'),
  );
  const { pathname, search } = linkIn({ text: found.at(-1)?.mail.text ?? '' });
  return pathname + search;
}

await t.test('STO-32 ERR-11 without JavaScript the same forms do it, in German', async (t) => {
  const owner = await site.signUp('Mara');
  const ada = await site.signUp('Ada');
  const story = await createStory(site, owner, { title: 'Salzstraße' });
  const desk = visitPlainly(site.app, { as: owner });
  await desk.goto(`/de${room(story.id)}`);
  desk.fill('E-Mail', owner.email);
  await desk.press('Einladung senden');
  t.match(desk.text(), 'E-Mail ist deine eigene');
  t.equal(desk.field('E-Mail').value, owner.email, 'what was typed stays');
  desk.fill('E-Mail', ada.email);
  await desk.press('Einladung senden');
  t.match(desk.text(), 'Einladung verschickt');
  await desk.press(`Erneut senden an ${ada.email}`);
  t.match(desk.text(), 'Einladung verschickt');
  const member = visitPlainly(site.app, { as: ada });
  await member.goto(`/de${await invited(ada.email)}`);
  t.match(member.text(), 'Mara lädt dich ein.');
  await member.press('Dem Team beitreten');
  t.match(member.at(), `/de/creator/stories/${story.id}?success_notice`);
  await desk.goto(`/de${room(story.id)}`);
  desk.select('Rolle von Ada', 'viewer');
  await desk.press('Rolle von Ada speichern');
  t.match(desk.text(), 'Rolle geändert');
  t.match((await findTeam(site, ada, story.id)).role, 'viewer');
  await member.goto(`/de${room(story.id)}`);
  await member.press('Team verlassen');
  t.match(member.at(), '/de/creator/stories?success_notice');
  t.equal((await findTeam(site, owner, story.id)).collaborators.length, 1);
});

await t.test(
  'STO-32 who is signed in with another address is told, and may come back or decline',
  async (t) => {
    const owner = await site.signUp('Owner');
    const [asked, other] = [await site.signUp('Asked'), await site.signUp('Other')];
    const story = await createStory(site, owner);
    await inviteTo(site, owner, story.id, asked.email, 'viewer');
    const link = await invited(asked.email);
    const visitor = visitPlainly(site.app, { as: other });
    await visitor.goto(link);
    t.match(
      visitor.text(),
      `The invitation went to ${asked.email}, but you are signed in with ${other.email}`,
    );
    t.same(visitor.all('button', 'Join the team'), []);
    const main = () => visitor.get('main');
    await visitor.press(visitor.get('button', 'Log out', main()));
    await visitor.press(visitor.get('link', 'Sign in', main()));
    visitor.fill('E-mail', asked.email);
    visitor.fill('Password', PASSWORD);
    await visitor.press(visitor.get('button', 'Sign in', main()));
    await visitor.press('Decline');
    t.match(visitor.at(), '/creator/stories');
    t.same(await invitationsFor(site, asked), []);
    t.match((await findTeam(site, owner, story.id)).invitations, [{ state: 'declined' }]);
    await visitor.goto(link);
    t.match(visitor.text(), 'You may still change your mind.');
    await visitor.press('Join the team');
    t.match(visitor.at(), `/creator/stories/${story.id}`);
    t.ok(visitor.get('heading', 'Night Train'));
    t.equal((await findTeam(site, asked, story.id)).role, 'viewer');
    await visitor.goto('/invitation?token=nothing');
    t.match(visitor.text(), 'This invitation is no longer valid');
  },
);

await site.close();
await mail.stop();
