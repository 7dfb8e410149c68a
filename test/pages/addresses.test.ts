import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { messages } from '../../locales/messages.ts';
import { address, PAGE_PATHS, withBack, withHash } from '../../pages/addresses.ts';
import { formPlaces } from '../../pages/forms.ts';
import { contracts } from '../../server/api.ts';
import type { Call, FormPlace } from '../../server/lib/contract.ts';

t.test('every page has its address, and no other is known', async (t) => {
  const root = join(import.meta.dirname, '../..');
  const folders = globSync('pages/**/+Page.tsx', { cwd: root }).map((file) => dirname(file));
  const paths = folders
    .filter((folder) => folder !== 'pages/_error')
    .map((folder) => folder.replace('pages', '').replace(/\/index$/, '') || '/');
  t.same([...PAGE_PATHS].sort(), paths.sort());
});

t.test('an address is filled, and what stands for other letters stays one part of it', async (t) => {
  t.equal(address('/'), '/');
  t.equal(address('/stories/@slug/@number', { slug: 'a/b?c', number: 7 }), '/stories/a%2Fb%3Fc/7');
  t.equal(address('/search/@phrase', { phrase: '..' }), '/search/..%20', 'no way up');
  const query = { from: 101, q: 'two words & more', none: null, nor: undefined, back: '/de?x=1' };
  t.equal(
    address('/creator/stories/@id', { id: 'x' }, { query, hash: 'episodes' }),
    '/creator/stories/x?from=101&q=two%20words%20%26%20more&back=%2Fde%3Fx%3D1#episodes',
  );
  t.equal(withBack('/sign_in', '/de/wallet?a=1'), '/sign_in?back=%2Fde%2Fwallet%3Fa%3D1');
  t.equal(withBack(address('/sign_in', {}, { query: { a: 1 } }), '/x'), '/sign_in?a=1&back=%2Fx');
  t.equal(withBack('/sign_in', null), '/sign_in');
  t.equal(withHash('/settings', 'apps'), '/settings#apps');
});

t.test('every call that takes forms leads somewhere, and says what there is to say', async (t) => {
  const taking = Object.entries<Call>(contracts).filter(([, call]) => call.form !== undefined);
  t.same(Object.keys(formPlaces).sort(), taking.map(([route]) => route).sort());
  for (const [route, { notice }] of Object.entries<FormPlace>(formPlaces)) {
    if (typeof notice === 'string') t.ok(notice in messages.en.notices, `${route}: ${notice}`);
  }
});
