import type { Page } from 'playwright';
import type { Account } from './app.ts';
import type { Site, Tab } from './site.ts';

export type Desk = Tab & { alerts: string[] };

/** Notices in the address become browser alerts (ERR-16). They are collected and not counted as faults. */
export async function openDesk(site: Site, options: Parameters<Site['open']>[0] = {}): Promise<Desk> {
  const tab = await site.open(options);
  const alerts: string[] = [];
  tab.page.on('dialog', (dialog) => void alerts.push(dialog.message()));
  return { ...tab, alerts };
}

/** Tests provoke 409 and 422 responses. Chromium logs them to its console. */
export const faultsOf = (tab: Tab): string[] =>
  tab.faults.filter((fault) => !/^dialog: |^4(09|15|22): |status of 4(09|15|22)/.test(fault));

export const formAwake = async (page: Page): Promise<void> => {
  await page.waitForSelector('tsuzuki-island[name=StoryForm][awake]', { state: 'attached' });
};
export const storySaved = (page: Page): Promise<void> => page.getByText(/^Story saved, /).waitFor();
export const titleIn = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });

export const readStory = async (site: Site, as: Account, id: string) =>
  (await site.call(`GET /creator/stories/${id}`, { as })).json().story;
