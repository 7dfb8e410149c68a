import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, storyDays, users } from '#db/schema/index.ts';
import { addDays, utcDay } from '#server/lib/days.ts';
import { publishStory } from '../../support/console.ts';
import { joinTeam } from '../../support/figures.ts';
import { type Plain, visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mika Sato');
const reader = await site.signUp('Reader');
const { story } = await publishStory(site, creator, { title: 'רכבת הלילה', language: 'he' });
const today = utcDay(new Date());
const statistics = `/creator/stories/${story.id}/statistics`;
await site.deps.db.insert(storyDays).values([
  { storyId: story.id, day: addDays(today, -3), views: 1200, likes: 30, comments: 4, subscribers: 12 },
  { storyId: story.id, day: addDays(today, -40), views: 600 },
]);
const mainOf = (visitor: Plain): string => visitor.text(visitor.get('main'));

await t.test('STO-31 a creator follows a story from all stories to its days', async (t) => {
  const visitor = visitPlainly(site.app, { as: creator });
  const sums = (): string => visitor.text(visitor.document().querySelector('dl') ?? undefined);
  await visitor.goto('/creator/statistics');
  await visitor.press('רכבת הלילה');
  t.match(visitor.at(), statistics);
  const heading = visitor.get('heading', 'רכבת הלילה');
  t.equal(heading.getAttribute('dir'), 'auto');
  t.match(visitor.text(visitor.get('img', /^Reads per day/)), /Most on .*: 1,200\./);
  t.match(sums(), /Reads\s*1,200\s*100% more than before/);
  await visitor.press('90 days');
  t.match(sums(), /Reads\s*1,800\s*none before/);
  await visitor.press('Likes');
  t.match(visitor.at(), /days=90&figure=likes/);
  const days = visitor.get('table', /^Day by day/);
  const rows = days.querySelectorAll<HTMLTableRowElement>('tbody tr');
  t.equal(rows.length, 90);
  const cells = [...(rows[3]?.querySelectorAll('td') ?? [])].map((cell) => visitor.text(cell));
  t.match(cells.join(' '), /1,200 30 4 12 0/);
  visitor.fill('First day', addDays(today, -4));
  visitor.fill('Last day', addDays(today, -2));
  await visitor.press('Show');
  t.match(visitor.at(), /figure=likes/, 'what is drawn stays');
  t.equal(visitor.get('table', /^Day by day/).querySelectorAll('tbody tr').length, 3);
});

await t.test('STO-31 days that make no sense are told, and the usual ones shown', async (t) => {
  const visitor = visitPlainly(site.app, { as: creator });
  t.equal(await visitor.goto(`${statistics}?from=2026-02-30`), 200);
  t.match(visitor.text(), 'First day is invalid.');
  t.equal(await visitor.goto(`/de${statistics}?from=2026-02-02&to=2026-02-01`), 200);
  t.match(visitor.text(), 'Erster Tag liegt nach dem Ende.');
});

await t.test('STO-31 the table comes as a file', async (t) => {
  const visitor = visitPlainly(site.app, { as: creator });
  await visitor.goto(statistics);
  const link = visitor.get('link', 'Episodes as CSV');
  t.ok(link.hasAttribute('download'));
  const { statusCode, headers } = await site.app.inject({
    url: link.getAttribute('href') ?? '',
    headers: { cookie: `auth_token=${creator.token}` },
  });
  t.equal(statusCode, 200);
  t.match(headers['content-disposition'], /episodes-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv/);
});

await t.test('STO-31 ERR-05 the team sees the figures, a stranger does not', async (t) => {
  const viewer = await site.signUp('Viewer');
  await joinTeam(site, story.id, viewer, 'viewer');
  t.equal(await visitPlainly(site.app, { as: viewer }).goto(statistics), 200);
  const stranger = visitPlainly(site.app, { as: reader });
  await stranger.goto(statistics);
  t.match(stranger.at(), /^\/creator\/stories(?:\?error_notice=.*)?$/);
  const anonymous = visitPlainly(site.app);
  await anonymous.goto(statistics);
  t.match(anonymous.at(), /^\/sign_in/);
});

await t.test('REV-01, REV-02, REV-12, REV-20, REV-22 revenue, its rules and the wallet', async (t) => {
  await site.deps.db
    .update(stories)
    .set({ firstPublishedAt: new Date(Date.now() - 65 * 86_400_000) })
    .where(eq(stories.id, story.id));
  const visitor = visitPlainly(site.app, { as: creator });
  await visitor.goto('/creator/stories');
  await visitor.press('Revenue');
  t.equal(visitor.at(), '/creator/revenue');
  const text = mainOf(visitor);
  t.match(text, /Balance\s*\$0\.00\s*payout from \$100\.00/);
  t.match(text, /Your share\s*70%/);
  t.match(text, 'If we ask you for tax forms');
  t.match(text, 'within 30 days');
  t.match(text, 'parent or guardian');
  t.match(text, /Wallet\s*0 coins/);
  const [table] = visitor.all('table');
  t.ok((table?.querySelectorAll('tbody tr').length ?? 0) >= 3);
  t.equal(table?.querySelectorAll('thead th').length, 5);
});

await t.test(
  'REV-04, REV-05 founding creators read their share and wear the feather, in German',
  async (t) => {
    await site.deps.db.update(users).set({ founder: true }).where(eq(users.id, reader.id));
    const visitor = visitPlainly(site.app, { as: reader });
    await visitor.goto('/de/creator/revenue');
    t.match(mainOf(visitor), /Dein Anteil\s*75\s%\s*Gründungsmitglied/);
    t.equal(visitor.document().querySelectorAll('main dl svg').length, 1);
    t.match(mainOf(visitor), 'Noch nichts verdient');
  },
);

await site.close();
