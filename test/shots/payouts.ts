import { eq, inArray } from 'drizzle-orm';
import type { Page } from 'playwright';
import { payouts, users } from '../../db/schema/index.ts';
import type { House } from '../support/house.ts';
import type { Screen } from './screens.ts';

export const payoutScreens: readonly Screen[] = [
  { name: 'payouts', path: '/creator/payouts', as: 'creator' },
  { name: 'payouts-opened', path: '/creator/payouts', as: 'creator', prepare: openAll },
  { name: 'payouts-approved', path: '/creator/payouts', as: 'colleague' },
  { name: 'payouts-empty', path: '/creator/payouts', as: 'reader' },
  { name: 'payouts-refused', path: '/creator/payouts', as: 'reader', prepare: nameWrong },
  { name: 'payout-notice-over', path: '/payout_notice?token=none' },
  { name: 'admin-payouts', path: '/admin/payouts', as: 'administrator' },
  { name: 'admin-payouts-chosen', path: '/admin/payouts', as: 'administrator', prepare: choose },
  { name: 'admin-payouts-approved', path: '/admin/payouts?state=approved', as: 'administrator' },
  {
    name: 'admin-payouts-opened',
    path: '/admin/payouts?state=approved',
    as: 'administrator',
    prepare: openAll,
  },
  { name: 'admin-payouts-paid', path: '/admin/payouts?state=paid', as: 'administrator' },
  { name: 'admin-wallets', path: '/admin/wallets', as: 'administrator' },
  { name: 'admin-wallet', path: '/admin/wallets', as: 'administrator', prepare: openFirst },
  { name: 'admin-payouts-rejected', path: '/admin/payouts?state=rejected', as: 'administrator' },
];

async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
  });
}

async function openFirst(page: Page): Promise<void> {
  await page.locator('main ul a').first().click();
  await page.locator('#grant-coins').waitFor();
}

async function nameWrong(page: Page): Promise<void> {
  await openAll(page);
  await page.locator('[name=holder]').fill('…');
  await page.locator('[name=country]').selectOption('DE');
  await page.locator('[name=iban]').fill('DE89 3704 0044 0532 0130 01');
  await page.locator('#name-account [type=submit]').click();
  await page.locator('.refused').first().waitFor();
}

async function choose(page: Page): Promise<void> {
  await page.locator('main [name=ids]').first().check();
}

export async function takeAndLock({ deps: { db, clock } }: House): Promise<void> {
  const isApproved = eq(payouts.state, 'approved');
  const [taken, locked] = await db.select().from(payouts).where(isApproved).orderBy(payouts.id).limit(2);
  const [administrator] = await db.select().from(users).where(eq(users.displayName, 'Mei Tan'));
  if (taken === undefined || locked === undefined) return;
  await db
    .update(payouts)
    .set({ takenAt: clock.now(), takenBy: administrator?.id ?? null })
    .where(eq(payouts.id, taken.id));
  await db
    .update(users)
    .set({ lockedAt: clock.now() })
    .where(
      inArray(
        users.id,
        [locked.userId].filter((id) => id !== null),
      ),
    );
}
