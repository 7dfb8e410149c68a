import type { Test } from 'tap';
import { PASSWORD } from '../support/app.ts';
import type { Tab } from '../support/engines/tab.ts';
import { at, fits } from './looks.ts';
import { PHONE, WIDE, type World } from './world.ts';

/** The first touch wakes the sign-in form. */
async function reach(tab: Tab): Promise<void> {
  await tab.click('input[name=email]');
  await tab.until('the form is awake', () =>
    document.querySelector('tsuzuki-island[name=SignInForm][awake]'),
  );
}

export async function useAccounts(t: Test, { site, ltr, creator, draft, open }: World): Promise<void> {
  await t.test('ACC-07 HDR-08 HDR-12 a reader signs in, likes, and signs out', async (t) => {
    const reader = await site.signUp('Ada Reader');
    const tab = await open(PHONE);
    await tab.goto(`/sign_in?back=${ltr}/1`);
    await fits(tab);
    await reach(tab);
    await tab.fill('input[name=email]', reader.email);
    await tab.fill('input[name=password]', 'not the password');
    await tab.press('Enter');
    await tab.until('it is refused', () =>
      /e-mail or the password is wrong/.test(document.querySelector('main')?.textContent ?? ''),
    );
    await tab.look(() => document.querySelector<HTMLInputElement>('input[name=password]')?.select());
    await tab.type(PASSWORD);
    await tab.press('Enter');
    await at(tab, `${ltr}/1`);
    // Before the reader is awake, the button is a link to the sign-in page.
    await tab.until('the reader is awake', () => document.querySelector('[data-staged]') !== null);
    await tab.click('[data-tool=like]');
    await tab.until(
      'it is liked',
      () => document.querySelector('[data-tool=like][aria-pressed=true]') !== null,
    );
    await tab.goto('/');
    await tab.until('the header knows who it is', () =>
      document.querySelector('header tsuzuki-island [data-menu]'),
    );
    await tab.click('header tsuzuki-island [data-menu] > summary');
    await tab.click('header [data-menu] button[type=submit]');
    await tab.until('nobody is signed in', () => !document.cookie.includes('signed_in=1'));
    t.same(await tab.close(), []);
  });

  await t.test('ACC-08 PAG-01 PAG-04 EPI-20 EPI-21 a creator sorts pages and asks to publish', async (t) => {
    const tab = await open(WIDE);
    await tab.goto('/sign_in');
    await reach(tab);
    await tab.fill('input[name=email]', creator.email);
    await tab.fill('input[name=password]', PASSWORD);
    await tab.click('main form button[type=submit]');
    await at(tab, '/creator/stories');
    await tab.goto(draft);
    await fits(tab);
    await tab.click('button', 'Publish');
    await tab.until('the dialog is there', () => document.querySelector('dialog[open]')?.matches(':modal'));
    await tab.click('dialog[open] label:has([type=radio]) ', 'At a set time');
    await tab.click('dialog[open] [role=combobox]');
    await tab.type('tokyo');
    await tab.until('zones are found', () =>
      [...document.querySelectorAll('dialog[open] [role=option]')].some(({ textContent }) =>
        textContent?.includes('Tokyo'),
      ),
    );
    await tab.press('ArrowDown', 'Enter');
    await tab.until('it is chosen', () =>
      document.querySelector<HTMLInputElement>('dialog[open] [role=combobox]')?.value.startsWith('Tokyo'),
    );
    await tab.press('Escape');
    await tab.until('the button has the focus again', () => {
      const now = document.activeElement;
      return document.querySelector('dialog[open]') === null && now?.textContent?.trim() === 'Publish';
    });
    t.same(await tab.close(), []);
  });
}
