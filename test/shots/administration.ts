import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { securityNotices, stories } from '../../db/schema/index.ts';
import { noticeToken } from '../../server/domains/accounts/second-factor/notices.ts';
import type { Account } from '../support/app.ts';
import { createEpisode } from '../support/console.ts';
import type { House } from '../support/house.ts';
import { publish, uploadPagesOf } from '../support/works.ts';
import { makeQueues, queueScreens } from './queues.ts';
import { type ImportPaths, importScreens, makeImports, NO_IMPORTS } from './revenue.ts';
import type { Screen } from './screens.ts';
import { processUploads } from './uploads.ts';

export type AdministrationPaths = ImportPaths &
  Record<
    'notice' | 'adminPerson' | 'adminBlocked' | 'adminOpen' | 'stated' | 'objected' | 'decided',
    string | null
  >;
export const NO_ADMINISTRATION: AdministrationPaths = {
  ...NO_IMPORTS,
  notice: null,
  adminPerson: null,
  adminBlocked: null,
  adminOpen: null,
  stated: null,
  objected: null,
  decided: null,
};

const FACTS = 'Pages 9 to 12 show open wounds in close-up. The story is rated for all ages.';

export const administrationScreens: readonly Screen[] = [
  { name: 'notice-question', path: ({ paths }) => paths.notice },
  { name: 'notice-over', path: '/security_notice?token=none' },
  { name: 'admin-start', path: '/admin', as: 'administrator' },
  { name: 'admin-users', path: '/admin/users', as: 'administrator' },
  { name: 'admin-person', path: ({ paths }) => paths.adminPerson, as: 'administrator' },
  { name: 'admin-works', path: '/admin/episodes', as: 'administrator' },
  { name: 'admin-episodes', path: '/admin/episodes?kind=episodes', as: 'administrator' },
  { name: 'admin-block', path: ({ paths }) => paths.adminOpen, as: 'administrator' },
  { name: 'admin-letter', path: ({ paths }) => paths.adminOpen, as: 'administrator', prepare: showLetter },
  { name: 'admin-blocked', path: ({ paths }) => paths.adminBlocked, as: 'administrator' },
  { name: 'admin-ads', path: '/admin/ads', as: 'administrator' },
  { name: 'admin-ads-form', path: '/admin/ads', as: 'administrator', prepare: openAd },
  { name: 'admin-log', path: '/admin/log', as: 'administrator' },
  ...importScreens,
  ...queueScreens,
  { name: 'statement-blocked', path: ({ paths }) => paths.stated, as: 'creator' },
  { name: 'statement-objected', path: ({ paths }) => paths.objected, as: 'creator' },
  { name: 'statement-decided', path: ({ paths }) => paths.decided, as: 'creator' },
];

type Paper = {
  storySlug: string;
  page: Buffer;
  factored: Account;
};

export async function makeAdministration(
  house: House,
  creator: Account,
  { factored, storySlug, page }: Paper,
): Promise<{ administrator: Account; paths: AdministrationPaths }> {
  const { db } = house.deps;
  const [story] = await db.select().from(stories).where(eq(stories.slug, storySlug));
  if (story === undefined) throw new Error(`no story ${storySlug}`);
  const ready = async (title: string): Promise<string> => {
    const { id } = await createEpisode(house, creator, story.id, title);
    await uploadPagesOf(house, creator, id, [page]);
    await processUploads(house);
    return id;
  };
  const mei = await house.signUp('Mei Tan');
  const tomas = await house.signUp('Tomás Reyes');
  for (const each of [mei, tomas]) await house.makeAdministrator(each);
  const must = async (request: string, as: Account, body: object): Promise<string> => {
    const reply = await house.call(request, { as, body });
    if (reply.statusCode >= 300) throw new Error(`${request}: ${reply.body}`);
    return reply.body;
  };
  const blocked = async (title: string) => {
    const id = await ready(title);
    await publish(house, creator, id);
    const body = { reason: FACTS, category: 'violence', rule: '4.2' };
    const text = await must(`POST /admin/episodes/${id}/block`, mei, body);
    const { episode } = JSON.parse(text) as { episode: { statement_id: string } };
    return { id, statement: episode.statement_id };
  };
  const object = (statement: string) =>
    must(`POST /creator/statements/${statement}/appeal`, creator, {
      text: 'The wound is paint, as page 13 tells. The cover says from 16 since June.',
    });
  const open = await ready('The Second Meter');
  await publish(house, creator, open);
  const stated = await blocked('The Wound');
  const objected = await blocked('What the Paint Was For');
  await object(objected.statement);
  const decided = await blocked('Red on the Stairs');
  await object(decided.statement);
  const note = 'It is paint, and the age is right by now.';
  await must(`PATCH /admin/appeals/${decided.statement}`, tomas, { decision: 'granted', note });
  const reason = 'Sixty mentions of strangers within ten minutes, after two warnings.';
  const guest = await house.signUp('Guest Fox with a Rather Long Name for a Table');
  await must(`PATCH /admin/users/${guest.id}`, mei, { locked: true, reason });
  await must(`PATCH /admin/users/${story.ownerId}`, mei, {
    founder: true,
    reason: 'With us since the first month.',
  });
  await makeQueues(house);
  const [notice] = await db.select().from(securityNotices).where(eq(securityNotices.userId, factored.id));
  return {
    administrator: mei,
    paths: {
      ...(await makeImports(house, mei)),
      notice: notice === undefined ? null : `/security_notice?token=${noticeToken(house.deps, notice.id)}`,
      adminPerson: `/admin/users/${story.ownerId}`,
      adminOpen: `/admin/episodes/${open}`,
      adminBlocked: `/admin/episodes/${objected.id}`,
      stated: `/creator/statements/${stated.statement}`,
      objected: `/creator/statements/${objected.statement}`,
      decided: `/creator/statements/${decided.statement}`,
    },
  };
}

async function openAd(page: Page): Promise<void> {
  await page.locator('main td a').nth(1).click();
  await page.locator('#ad-form').waitFor();
}

async function showLetter(page: Page): Promise<void> {
  await page.locator('[name=category]').selectOption('violence');
  await page.locator('[name=rule]').fill('4.2');
  await page.locator('[name=reason]').fill(FACTS);
  await page.locator('main form [type=submit]').first().click();
  await page.locator('#letter').waitFor();
}
