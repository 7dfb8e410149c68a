import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { identities, passkeys, sessions, users } from '../../db/schema/index.ts';
import { newId } from '../../server/lib/ids.ts';
import { type Account, PASSWORD } from '../support/app.ts';
import { switchOnApp } from '../support/factor.ts';
import type { House } from '../support/house.ts';
import type { Screen } from './screens.ts';

/** `secured` confirmed recently, `factored` did not. `keyed` has no app, `provided` no password. */
export type FactorPerson = 'factored' | 'secured' | 'keyed' | 'provided';

const PAGE = '/settings/second_factor';
const FRESH = '/fresh_sign_in?back=%2Fadmin%2Fusers';
const ADDRESSES = { factored: 'nora.lind@example.org', keyed: 'ivo.kern@example.org' } as const;

export const factorScreens: readonly Screen[] = [
  { name: 'second-factor-off', path: PAGE, as: 'colleague' },
  { name: 'second-factor-setting-up', path: PAGE, as: 'colleague', prepare: setUpApp },
  { name: 'second-factor-stale', path: PAGE, as: 'factored' },
  { name: 'second-factor-on', path: PAGE, as: 'secured', prepare: openQuestion },
  { name: 'second-factor-codes', path: PAGE, as: 'secured', prepare: makeCodes },
  { name: 'second-factor-print', path: PAGE, as: 'secured', prepare: printCodes },
  { name: 'second-factor-ask', path: '/sign_in', prepare: (page) => signInToStep(page, ADDRESSES.factored) },
  { name: 'second-factor-ask-wrong', path: '/sign_in', prepare: answerWrongly },
  { name: 'second-factor-ask-recovery', path: '/sign_in', prepare: askForRecovery },
  {
    name: 'second-factor-ask-passkey',
    path: '/sign_in',
    prepare: (page) => signInToStep(page, ADDRESSES.keyed),
  },
  {
    name: 'second-factor-ask-plain',
    path: '/sign_in',
    plain: true,
    prepare: (page) => signInToStep(page, ADDRESSES.keyed),
  },
  { name: 'fresh-sign-in', path: '/fresh_sign_in?back=%2Fsettings%2Fsecond_factor', as: 'factored' },
  { name: 'fresh-sign-in-recovery', path: `${FRESH}&with=recovery`, as: 'factored' },
  { name: 'fresh-sign-in-passkey', path: FRESH, as: 'keyed' },
  { name: 'fresh-sign-in-social', path: FRESH, as: 'provided' },
];

const makeStale = ({ deps: { db } }: House, { id }: Account) =>
  db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, id));

export async function makeFactored(house: House): Promise<Account> {
  const nora = await house.signUp('Nora Lind');
  await switchOnApp(house, nora);
  await house.deps.db.update(users).set({ email: ADDRESSES.factored }).where(eq(users.id, nora.id));
  await makeStale(house, nora);
  return nora;
}

export async function makeOtherFactors(
  house: House,
): Promise<Record<Exclude<FactorPerson, 'factored'>, string>> {
  const { db } = house.deps;
  const key = async ({ id: userId }: Account, name: string) => {
    const id = newId();
    await db
      .insert(passkeys)
      .values({ id, userId, credentialId: id, publicKey: Buffer.from('key'), name, lastUsedAt: new Date() });
  };
  const secured = await house.signUp('Lena Brandt');
  await switchOnApp(house, secured);
  await key(secured, 'Chrome · Windows');
  await key(secured, 'The security key with the red band, which lies in the second drawer');
  const keyed = await house.signUp('Ivo Kern');
  await key(keyed, 'Safari · macOS');
  await db
    .update(users)
    .set({ email: ADDRESSES.keyed, secondFactorAt: new Date() })
    .where(eq(users.id, keyed.id));
  await makeStale(house, keyed);
  const provided = await house.signUp('Mika Arai');
  await db
    .insert(identities)
    .values({ id: newId(), userId: provided.id, provider: 'google', subject: 'g-1' });
  await db.update(users).set({ passwordHash: null }).where(eq(users.id, provided.id));
  await makeStale(house, provided);
  return { secured: secured.token, keyed: keyed.token, provided: provided.token };
}

async function setUpApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Set up|Einrichten|Start over|Neu beginnen)$/ }).click();
  await page.locator('[name=code]').waitFor();
}

async function signInToStep(page: Page, email: string): Promise<void> {
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', PASSWORD);
  await page.click('main [type=submit]');
  await page.waitForURL(/second_factor/);
}

async function answerWrongly(page: Page): Promise<void> {
  await signInToStep(page, ADDRESSES.factored);
  await page.fill('[name=code]', '000 000');
  await page.locator('main [type=submit]').click();
  await page.locator('main [role=alert], main .refused').first().waitFor();
}

async function askForRecovery(page: Page): Promise<void> {
  await signInToStep(page, ADDRESSES.factored);
  await page.locator('a[href*="with=recovery"]').click();
  await page.locator('[name=recovery_code]').waitFor();
}

async function openQuestion(page: Page): Promise<void> {
  await page.locator('main details summary').first().click();
}

async function makeCodes(page: Page): Promise<void> {
  await page.locator('main details:has(form[action*=recovery_codes]) summary').click();
  await page.locator('main form[action*=recovery_codes] [type=submit]').click();
  await page.locator('main ol > li:nth-child(10)').waitFor();
}

async function printCodes(page: Page): Promise<void> {
  await makeCodes(page);
  await page.emulateMedia({ media: 'print' });
}
