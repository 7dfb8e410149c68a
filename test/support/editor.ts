import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { users } from '../../db/schema/index.ts';
import { click, fill } from './hand.ts';
import { HOUR_MS, startRelease, viewOf } from './releases.ts';
import { type OpenOptions, startSite, type Tab } from './site.ts';

export async function startEditors() {
  const site = await startSite();
  const owner = await site.signUp('Mira');
  await site.deps.db.update(users).set({ timezone: 'Europe/Berlin' }).where(eq(users.id, owner.id));
  const administrator = await site.signUp('Ada Mina');
  await site.makeAdministrator(administrator);
  const storyId = await startRelease(site, owner);
  const editorOf = (id: string): string => `/creator/stories/${storyId}/episodes/${id}`;
  return {
    site,
    owner,
    administrator,
    storyId,
    editorOf,
    statusOf: async (id: string) => (await viewOf(site, owner, id)).status,
    /** Notices become browser alerts (ERR-16), collected here. */
    async openEditor(id: string, { de, ...wishes }: OpenOptions & { de?: boolean } = {}) {
      const tab = await site.open({ as: owner, ...wishes });
      const alerts: string[] = [];
      tab.page.on('dialog', (dialog) => void alerts.push(dialog.message()));
      await tab.goto(`${de ? '/de' : ''}${editorOf(id)}`);
      return { ...tab, alerts };
    },
  };
}

export const awake = async (page: Page, name: string): Promise<void> => {
  await page.waitForSelector(`tsuzuki-island[name=${name}][awake]`, { state: 'attached' });
};

/** Tests provoke 409 and 422 responses. Chromium logs them to its console. */
export const faultsOf = (tab: Tab): string[] =>
  tab.faults.filter((fault) => !/^dialog: |^4(09|15|22): |status of 4(09|15|22)/.test(fault));

export const dialogOf = (page: Page) => page.getByRole('dialog');
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS);

export async function chooseZone(page: Page, phrase: string, name: RegExp): Promise<void> {
  await fill(dialogOf(page).getByRole('combobox'), phrase);
  await click(dialogOf(page).getByRole('option', { name }));
}
