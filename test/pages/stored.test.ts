/** The cookie page lists everything stored in a browser. New keys must be added there. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Stored, stored } from '../../pages/cookies/stored.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEEPS =
  /localStorage\.setItem|sessionStorage\.setItem|\.setCookie\(|caches\.open\(|indexedDB|cookieStore|'cookie', `|document\.cookie =/;

const known: Record<string, readonly string[]> = {
  'islands/accounts/UserMenu.tsx': ['account'],
  'islands/reading/read-aloud/local-storage.ts': ['aloud'],
  'islands/autosave/keptOther.ts': ['other-version:'],
  'islands/publishing/comic/useRemoval.ts': ['page-removed-on-leaving'],
  'islands/community/comments/drafts.ts': ['comment-draft:'],
  'islands/reading/continue-reading/wake.ts': ['goOn'],
  'islands/income/kept-adverts.ts': ['adverts', 'adverts-unwanted'],
  'islands/reading/typography/local-storage.ts': ['prose'],
  'islands/notices.ts': ['toast'],
  'islands/publishing/novel/keptDrafts.ts': ['chapter-draft:'],
  'islands/reading/offline/keeper.ts': ['tsuzuki-saved-'],
  'islands/reading/offline/saving.ts': ['tsuzuki-saved-'],
  'islands/reading/offline/shelf.ts': ['tsuzuki-shelf'],
  'islands/reading/offline/shell.ts': ['tsuzuki-shell-'],
  'islands/reading/offline/worker.ts': ['tsuzuki-shell-', 'tsuzuki-saved-'],
  'islands/reading/continuous/glide.ts': ['glide'],
  'islands/reading/visitor-state.ts': ['places', 'reading', 'prose'],
  'islands/safety/reports/draft.ts': ['report-draft:'],
  'islands/safety/reports/keys.ts': ['report-letters'],
  'islands/runtime/enhance.ts': ['theme'],
  'islands/runtime/styles.ts': ['styles'],
  'islands/runtime/subscription.ts': ['social_subscribe_to_emails'],
  'islands/runtime/theme.ts': ['face', 'language'],
  'islands/reading/stage/choices.ts': ['glide', 'glide-sent'],
  'islands/reading/stage/memory.ts': ['reading', 'places', 'unsent', 'turned'],
  'islands/reading/stage/settings.ts': ['letters'],
  'islands/publishing/stories/draft.ts': ['story-draft:'],
  'islands/reading/notes/core/local-storage.ts': ['notes', 'note-draft:', 'notes-unsent', 'notes-return'],
  'server/domains/accounts/providers/routes.ts': ['social_browser'],
  'server/domains/reading/counts/routes.ts': ['view_mark'],
  'server/plugins/cookies.ts': [
    'auth_token',
    'signed_in',
    'is_publisher',
    'device',
    'consent',
    // Cookie of the one page that remembers its view.
    'stories_view',
    'sign_in_ticket',
    'confirmed_device',
    'recovery_codes',
  ],
};

const keeping = globSync('{islands,pages,server}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => KEEPS.test(readFileSync(join(ROOT, file), 'utf8')))
  .sort();
const said = Object.values(stored)
  .flatMap((group): (readonly Stored[])[] => Object.values(group))
  .flat()
  .map(({ name }) => name);

t.test('LEG-13 the page of the cookies names all that is kept in a browser', async (t) => {
  t.same(
    keeping.filter((file) => known[file] === undefined),
    [],
    'who keeps something says so in pages/cookies/stored.ts',
  );
  for (const [file, names] of Object.entries(known)) {
    const literal = readFileSync(join(ROOT, file), 'utf8').matchAll(/setItem\('([^']+)'/g);
    for (const [, name = ''] of literal) t.ok(names.includes(name), `${file}: ${name}`);
  }
  for (const name of Object.values(known).flat())
    t.ok(
      said.some((each) => each.includes(name)),
      name,
    );
});

t.test('and only what is kept', async (t) => {
  t.same(
    Object.keys(known).filter((file) => !keeping.includes(file)),
    [],
  );
  const all = Object.values(known).flat();
  for (const name of said.flatMap((each) => each.split(', ')))
    t.ok(all.includes(name.replace('…', '')), name);
});

t.test('how a page is remembered has one name', async (t) => {
  const files = globSync('pages/**/*.{ts,tsx}', { cwd: ROOT });
  const remembering = files.filter((file) => /\.remember\(/.test(readFileSync(join(ROOT, file), 'utf8')));
  t.same(remembering, ['pages/creator/stories/index/+data.ts']);
});
