/** The build takes the texts of an island from its source. An unclear key fails the build. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { compiledTexts } from '../../islands/build/compiled.ts';
import { islandTextsOf } from '../../islands/build/said/index.ts';
import { islands } from '../../islands/registry.ts';
import { TEXT_FILES } from '../../islands/runtime/textFiles.ts';
import de from '../../locales/de.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

const ENGLISH = {
  console: { deleting: '', keep: '', publish: '', states: { draft: '', out: '' }, view: '' },
  errors: { communication: '' },
  fields: { number: '', place: '', title: '' },
  kinds: { comics: '', novel: '' },
  release: { ask: '', units: { days: '', hours: '' } },
};

const registry = (names: readonly string[]): string =>
  `export const islands = { ${names.map((name) => `${name}: { load: () => import('./${name}.tsx') }`).join(', ')} } as const;`;

/** Keys of the island `One` of a product with these files. */
async function keysOf(t: Test, files: Record<string, string>): Promise<readonly string[]> {
  const root = t.testdir();
  const all = {
    'locales/en.json': JSON.stringify(ENGLISH),
    'islands/registry.ts': registry(['One']),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return islandTextsOf(root).keysOf('One');
}

const keysIn = (t: Test, source: string) => keysOf(t, { 'islands/One.tsx': source });

t.test('keys are found in calls, choices, types and branches', async (t) => {
  const keys = await keysIn(
    t,
    `export default function One({ open, status, kind, x }) {
      const t = useTranslations('console');
      const key = open ? 'view' : 'publish';
      const part = (name: 'keep' | 'deleting') => t(name);
      return <p>{t(key, { a: part('keep') })} {t(\`states.\${status}\`)}</p>;
    }
    function Two() { const t = useTranslations('release'); return t.rich('ask'); }`,
  );
  t.same(keys, [
    'console.deleting',
    'console.keep',
    'console.publish',
    'console.states.draft',
    'console.states.out',
    'console.view',
    'release.ask',
  ]);
});

t.test('computed keys come from tables, or are all of a namespace', async (t) => {
  t.same(
    await keysOf(t, {
      'islands/One.tsx': `import { ROWS } from './rows.ts';
        const WORDS = { a: 'keep', b: 'view' } as const satisfies Record<string, MessageKey<'console'>>;
        type Tool = { key: MessageKey<'console'>; icon: string };
        const TOOLS: readonly Tool[] = [{ key: 'publish', icon: 'deleting' }];
        export default function One({ which, kind, unit }) {
          const t = useTranslations('console');
          const kinds = useTranslations('kinds');
          const units = useTranslations('release.units');
          TOOLS.map(({ key }) => t(key));
          ROWS.map(([, key]) => t(key));
          return [t(WORDS[which]), kinds(kind satisfies MessageKey<'kinds'>), units(unit)];
        }`,
      'islands/rows.ts': `export const ROWS = [['ask', 'states.out']] as const satisfies readonly (readonly [string, MessageKey<'console'>])[];`,
    }),
    [
      'console.keep',
      'console.publish',
      'console.states.out',
      'console.view',
      'kinds.comics',
      'kinds.novel',
      'release.units.days',
      'release.units.hours',
    ],
  );
});

t.test('imports of values count, imports of types do not', async (t) => {
  t.same(
    await keysOf(t, {
      'islands/One.tsx': `import type { A } from './typed.ts'; import { two } from './two.ts';
        export default function One() { import('#islands/later.ts'); return two(); }`,
      'islands/two.ts': `export { three } from './three.ts'; export const two = () => useTranslations('console')('keep');
        const t = useTranslations('console'); t('keep');`,
      'islands/three.ts': `const t = useTranslations('console'); t('view');`,
      'islands/later.ts': `const t = useTranslations('kinds'); t('novel');`,
      'islands/typed.ts': `const t = useTranslations('console'); t('publish');`,
    }),
    ['console.keep', 'console.view', 'kinds.novel'],
  );
});

t.test('names of fields are those of the calls that an island makes', async (t) => {
  t.same(
    await keysOf(t, {
      'islands/One.tsx': `export default function One({ name }) {
        const names = useTranslations('fields');
        api('POST /stories/:number', {});
        return humanizeField(name, names);
      }`,
      'server/domains/room/contract.ts': `export const contract = {
        'POST /stories/:number': { params: { properties: { number: {} } }, body: { anyOf: [{ properties: { title: {}, other: {} } }] } },
        'GET /stories': { query: { properties: { place: {} } } },
      };`,
    }),
    ['fields.number', 'fields.title'],
  );
});

const refused: Record<string, { source: string; why: string }> = {
  'a key without a text': {
    source: `const t = useTranslations('console');\nt('keep'); t('nothing');`,
    why: 'islands/One.tsx:2: no text is called "console.nothing"',
  },
  'a computed key without a table': {
    source: `const t = useTranslations('console');\nexport const say = (key) => t(key);`,
    why: 'islands/One.tsx:2: a computed key of "console" needs a table of MessageKey',
  },
  'a template without a branch': {
    source: `const t = useTranslations('console');\nt(\`\${word}s\`);`,
    why: 'islands/One.tsx:2: a computed key of "console" needs a table of MessageKey',
  },
  'a variable that may change': {
    source: `const t = useTranslations('console'); let key = 'keep'; key = other(); t(key);`,
    why: 'islands/One.tsx:1: a computed key of "console" needs a table of MessageKey',
  },
  'a list of plain words': {
    source: `const t = useTranslations('console'); const LIST = ['keep']; LIST.map((each) => t(each));`,
    why: 'islands/One.tsx:1: a computed key of "console" needs a table of MessageKey',
  },
  'a list of another module that is no table': {
    source: `import { LIST } from './list.ts'; const t = useTranslations('console'); LIST.map((each) => t(each));`,
    why: 'islands/One.tsx:1: "LIST" of ./list.ts is no table of MessageKey',
  },
  'a translator for another module': {
    source: `import { say } from './list.ts'; const t = useTranslations('console'); say(t);`,
    why: 'islands/One.tsx:1: "t" leaves the module, so that its keys are unknown',
  },
  'a translator in a list of facts': {
    source: `export const facts = () => { const t = useTranslations('console'); return { t }; };`,
    why: 'islands/One.tsx:1: "t" leaves the module, so that its keys are unknown',
  },
};

for (const [what, { source, why }] of Object.entries(refused)) {
  t.test(`${what} fails the build`, async (t) => {
    const files = { 'islands/One.tsx': source, 'islands/list.ts': `export const LIST = ['keep'];` };
    await t.rejects(keysOf(t, files), { message: why });
  });
}

t.test('a changed file is read again', async (t) => {
  const root = t.testdir({
    locales: { 'en.json': JSON.stringify(ENGLISH) },
    islands: { 'registry.ts': registry(['One']), 'One.tsx': `useTranslations('console')` },
  });
  const path = join(root, 'islands/One.tsx');
  const said = islandTextsOf(root);
  t.same(await said.keysOf('One'), []);
  await writeFile(path, `const t = useTranslations('console'); t('keep');`);
  said.forget(path);
  t.same(await said.keysOf('One'), ['console.keep']);
});

const said = islandTextsOf(ROOT);

t.test('I18-22 every island takes along all that it says, in all languages', async (t) => {
  t.same([...(await said.islands()).keys()].sort(), Object.keys(islands).sort());
  for (const name of Object.keys(islands)) {
    const keys = await said.keysOf(name);
    for (const all of [en, de]) t.doesNotThrow(() => compiledTexts(all, keys), name);
  }
});

t.test('islands say what their readers see', async (t) => {
  const menu = await said.keysOf('UserMenu');
  for (const key of ['header.signIn', 'header.logOut']) t.ok(menu.includes(key), key);
  const comments = await said.keysOf('Comments');
  for (const key of ['errors.communication', 'fields.body']) t.ok(comments.includes(key), key);
  t.notOk(comments.includes('fields.password'), 'no field of other forms');
});

t.test('each island has one text file at most', async (t) => {
  const names = Object.values(TEXT_FILES).flat();
  t.equal(new Set(names).size, names.length);
});
