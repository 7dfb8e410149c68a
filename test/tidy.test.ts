/** The product's architecture rules: who may import whom, who writes which table, and forbidden code. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import t from 'tap';
import { allDomains } from '../server/domains/index.ts';

const ROOT = join(import.meta.dirname, '..');
const CODE = ['server', 'pages', 'islands', 'db', 'workers', 'locales', 'test'];
const LINES_MAX_COUNT = 400;
const FUNCTION_LINES_MAX_COUNT = 100;
/** Larger, since a component contains its markup. */
const COMPONENT_LINES_MAX_COUNT = 150;

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...CODE],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
);
const files = listed
  .split('\n')
  .filter((file) => /\.(ts|tsx|css)$/.test(file) && existsSync(join(ROOT, file)));
const sources = files.filter((file) => !file.endsWith('.css') && file !== 'test/tidy.test.ts');
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const read = (file: string): string => texts.get(file) ?? '';

const withoutComments = (code: string): string => code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const readCode = (file: string): string => withoutComments(read(file));

/** Files with a match, each with its first one. */
const offenders = (named: readonly string[], banned: RegExp, textOf = read): string[] =>
  named.flatMap((file) => {
    const found = banned.exec(textOf(file))?.[0].trim();
    return found === undefined ? [] : [`${file}: ${found}`];
  });
const within = (place: RegExp): string[] => sources.filter((file) => place.test(file));

const rooms = allDomains.map(({ name }) => name);
/** Rooms, and nouns within a room, in dependency order: each may call those before it. */
const nouns = allDomains.flatMap((room) => room.parts.map(({ name }) => `${room.name}/${name}`));

type Import = { from: string; to: string; isType: boolean };

function importsOf(file: string): Import[] {
  const found: Import[] = [];
  const pathOf = (name = ''): string =>
    name.startsWith('#') ? name.slice(1) : normalize(join(dirname(file), name));
  for (const match of read(file).matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'([.#][^']+)'/gms)) {
    found.push({ from: file, to: pathOf(match[2]), isType: match[1] !== undefined });
  }
  for (const match of read(file).matchAll(/import\('([.#][^']+)'\)/g)) {
    found.push({ from: file, to: pathOf(match[1]), isType: false });
  }
  return found;
}

const imports = sources.flatMap(importsOf);
const show = ({ from, to }: Import): string => `${from} → ${to}`;
const roomOf = (path: string): string | undefined => /^server\/domains\/([^/]+)\//.exec(path)?.[1];
const nounOf = (path: string): string | undefined => /^server\/domains\/([^/]+\/[^/.]+)\//.exec(path)?.[1];

t.test('an import climbs three folders at most; what is further is named from the root', async (t) => {
  const far = sources.filter((file) => /'(?:\.\.\/){4}/.test(read(file)));
  t.same(far, []);
});

t.test('the twelve rooms are the folders of domains', async (t) => {
  const folders = new Set(files.map(roomOf).filter((room) => room !== undefined));
  t.same([...folders].sort(), [...rooms].sort());
  t.equal(rooms.length, 12);
});

t.test(
  'a room calls only those before it, and so does a noun; pure rules, contracts and types may be read by all',
  async (t) => {
    const wrong = imports.filter(({ from, to, isType }) => {
      const [own, other] = [roomOf(from), roomOf(to)];
      if (own === undefined || other === undefined || isType) return false;
      // Pure functions and schemas import nothing that runs.
      if (/\/(rules|contract|present|addresses)\.ts$/.test(to)) return false;
      if (own !== other) return rooms.indexOf(other) > rooms.indexOf(own);
      const [noun, called] = [nounOf(from), nounOf(to)];
      if (noun === undefined || called === undefined || noun === called) return false;
      return nouns.indexOf(called) > nouns.indexOf(noun);
    });
    t.same(wrong.map(show), []);
  },
);

t.test('rules are pure, contracts run nothing, lib has no business', async (t) => {
  const wrong = imports.filter(({ from, to, isType }) => {
    if (/^server\/domains\/(?:[^/]+\/)+rules\.ts$/.test(from)) {
      return !isType && !/\/rules\.ts$|^server\/lib\//.test(to);
    }
    if (/^server\/domains\/(?:[^/]+\/)+contract(-\w+)?\.ts$/.test(from)) {
      return !isType && !/\/(rules|contract(-\w+)?)\.ts$|^server\/lib\//.test(to);
    }
    if (from.startsWith('server/lib/')) return !isType && !/^server\/lib\/|^locales\//.test(to);
    return false;
  });
  t.same(wrong.map(show), []);
  const impure = offenders(
    within(/^server\/domains\/(?:[^/]+\/)+rules\.ts$/),
    /\basync\b|\bnew Date\(\)|Date\.now/,
  );
  t.same(impure, [], 'rules read neither clock nor database');
});

t.test('ports.ts holds types alone, and Deps carries at most 15 members', async (t) => {
  const wrong = imports.filter(
    ({ from, to }) => from === 'server/ports.ts' && !to.startsWith('server/lib/') && to.startsWith('server/'),
  );
  t.same(wrong.map(show), []);
  t.notMatch(readCode('server/ports.ts'), /^(export )?(const|function|class)\b/m);
  const [, body = ''] = /^export type Deps = \{\n([\s\S]*?)^\};/m.exec(readCode('server/deps.ts')) ?? [];
  const members = [...body.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name]) => name);
  t.ok(members.length > 0 && members.length <= 15, members.join(', '));
});

t.test('no file comes back to itself by its imports, the product not even by types', async (t) => {
  const after = new Map<string, string[]>();
  const counted = imports.filter(({ from, isType }) => !isType || !from.startsWith('test/'));
  for (const { from, to } of counted) after.set(from, [...(after.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (way.includes(file) || done.has(file)) return;
    for (const next of after.get(file) ?? []) follow(next, [...way, file]);
    done.add(file);
  };
  for (const file of after.keys()) follow(file, []);
  t.same(circles, []);
});

t.test('the layers know only what they may', async (t) => {
  const allowed: [RegExp, RegExp][] = [
    [/^db\/(?!seed\/)/, /^(db|server\/lib)\//],
    [
      /^server\/(?!process\/demo\.ts|main\.ts)/,
      /^(server|locales)\/|^db\/(client|heartbeat|migrate|prepared|replicas|schema|timeouts)|^pages\/(addresses|forms)\.ts$/,
    ],
    // An island may import the server's pure rules instead of copying them.
    [
      /^islands\//,
      /^(islands|pages\/ui|locales|server\/lib)\/|^pages\/addresses\.ts$|^server\/domains\/(?:[^/]+\/)+rules\.ts$|^pages\/[^.]+\.(?:css)$/,
    ],
    [
      /^pages\//,
      /^(pages|islands|locales|db\/schema|server\/(domains|lib|cache\/purge\.ts|content\/shelf\.ts|deps\.ts|config\/))/,
    ],
    [/^workers\//, /^(workers|server)\//],
    [/^locales\//, /^(locales|server\/lib)\//],
  ];
  for (const [from, to] of allowed) {
    const wrong = imports.filter((one) => from.test(one.from) && !one.isType && !to.test(one.to));
    // By default, the server process also runs the workers.
    const known = wrong.filter((one) => one.to !== 'workers/start.ts' || one.from !== 'server/main.ts');
    t.same(known.map(show), [], String(from));
  }
});

t.test(
  'only one file reads the environment, one opens pictures, one talks to the queue library',
  async (t) => {
    const only = (pattern: RegExp, folders: RegExp, allowed: RegExp): void => {
      const found = sources.filter(
        (file) => folders.test(file) && !allowed.test(file) && pattern.test(read(file)),
      );
      t.same(found, [], String(pattern));
    };
    const product = /^(server|db|workers|pages|islands|locales)\//;
    only(
      /process\.env\b/,
      product,
      /^(server\/(process\/lifecycle|config\/config|embedded\/account)\.ts|workers\/[^/]+\.ts)$/,
    );
    only(
      /from 'sharp'/,
      product,
      /^(server\/domains\/media\/images\/engine\.ts|db\/seed\/raster-process\.ts)$/,
    );
    only(/from 'bullmq'/, product, /^(server\/queue\/|workers\/run-job\.ts)/);
    only(/from 'fastify'/, /^server\/domains\//, /(routes|upload)\.ts$/);
    only(/from 'react/, /^server\/|^db\/|^workers\//, /^server\/domains\/platform\/mail\/layout\.ts$/);
    only(/from 'nodemailer'/, product, /^server\/domains\/platform\/mail\/mailer\.ts$/);
  },
);

/**
 * Checks lines, not data flow. Finds streams without `owned` and `pipe` that loses errors. Also streams passed to async
 * functions, promised inside an object, or stored from storage in a variable.
 */
const UNOWNED: [RegExp, string][] = [
  [
    /^(?!.*\bowned\()(?!\s*import\b).*\b(?:create(?:Read|Write)Stream|openReadStream\w*|create(?:Gzip|Gunzip|Unzip|Brotli\w+|Inflate\w*|Deflate\w*)|new (?:PassThrough|Transform|Readable|Writable|Duplex)|Readable\.from(?:Web)?|part\.file)\b/m,
    'is taken in hand where it is made',
  ],
  [/(?<!httpResponse)\.pipe\(/, 'pipeline tells of errors, pipe does not'],
  [/\basync\b[^=;{]*\([^)]*: (?:Readable|Writable|Transform)\b/, 'what crosses an await is a Source'],
  [/Promise<\{[^}]*: (?:Readable|Writable|Transform)\b/, 'a promise holds how to open it'],
  [/= await [\w.]*storage\.get\(/, 'a variable holds how to open it'],
];

t.test('no stream lives unowned across an await', async (t) => {
  for (const [pattern, why] of UNOWNED) t.same(offenders(within(/^(server|workers|db)\//), pattern), [], why);
});

/** Files that may use the flag itself: they set it, show it, or pass it to `isAdministrator`. */
const OF_THE_FLAG = [
  /^server\/(?:lib\/viewer|domains\/(?:accounts\/second-factor\/administrators|income\/payouts\/demands|accounts\/sessions\/rules))\.ts$/,
  /^server\/domains\/(?:accounts\/accounts\/(?:looks|queries|standing)|administration\/mails|administration\/administration\/[\w-]+)\.ts$/,
  /^pages\/(?:layout\/(?:ConsoleShell|frame)|settings\/second_factor\/\+data)\.tsx?$/,
];

t.test('the flag of an administrator is asked together with the second factor', async (t) => {
  const asked = within(/^(server|pages|islands|workers)\//).filter(
    (file) => !OF_THE_FLAG.some((pattern) => pattern.test(file)),
  );
  const bare = /\.administrator\b|[{,]\s*administrator\s*[,}]/;
  t.same(
    offenders(asked, bare, readCode),
    [],
    'isAdministrator, actsAsAdministrator (lib/viewer.ts) or areAdministrators decide',
  );
});

t.test(`no file is longer than ${LINES_MAX_COUNT} lines`, async (t) => {
  const long = files.filter((file) => read(file).split('\n').length - 1 > LINES_MAX_COUNT);
  t.same(long, []);
});

/** The formatter starts each declaration at the line's edge. A table without function bodies is no function. */
function functionsIn(source: string): { name: string; lines: number }[] {
  const pieces = source.split(/^(?=[^\s})\]])/m);
  return pieces.flatMap((piece) => {
    const [, word, name = 'default'] =
      /^(?:export )?(?:default )?(?:async )?(function|const)\b\*? ?(\w+)?/.exec(piece) ?? [];
    const isFunction = word === 'function' || (word === 'const' && /(?:=>|\)) \{$/m.test(piece));
    return isFunction ? [{ name, lines: piece.trimEnd().split('\n').length }] : [];
  });
}

t.test('no function is longer than a screen or two', async (t) => {
  const long = sources.flatMap((file) =>
    functionsIn(read(file))
      .filter(({ name, lines }) => {
        const isComponent = file.endsWith('.tsx') && /^[A-Z]/.test(name);
        return lines > (isComponent ? COMPONENT_LINES_MAX_COUNT : FUNCTION_LINES_MAX_COUNT);
      })
      .map(({ name, lines }) => `${file}: ${name}, ${lines} lines`),
  );
  t.same(long, []);
});

t.test('nothing is put off, silenced or left loose', async (t) => {
  const banned =
    /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck|expect-error)|biome-ignore|\bas any\b|: any\b|<any>|\.(only|skip|todo)\(/;
  t.same(offenders(sources, banned), []);
  t.same(offenders(within(/^server\/domains\//), /^(?:export )?let /m), [], 'domains keep no state');
});

/** Stories have languages, too. Zones, instants and file names use a fixed one. */
const NO_INTERFACE_LANGUAGE =
  /^(server\/lib\/(locale|natural-order|timezones|wall-time)\.ts|locales\/index\.ts|islands\/publishing\/releases\/plan\.ts|db\/seed\/|server\/domains\/publishing\/stories\/rules\.ts|pages\/(index\/Novels|creator\/languages)\.tsx?)/;

t.test('only the table of languages knows which there are', async (t) => {
  const named = /['"`](?:de|en)(?:-[A-Z]{2})?['"`]|['"`]\/de\b|[^\w.-]de\.json/;
  const product = within(/^(server|pages|islands|locales|workers|db)\//);
  const unaware = product.filter((file) => !NO_INTERFACE_LANGUAGE.test(file));
  t.same(offenders(unaware, named, readCode), []);
});

t.test('I18-22 what pages and islands say stands in the texts, not in their code', async (t) => {
  const WORD = String.raw`[^<>{}=;()&|?]*\p{L}{2}[^<>{}=;()&|?]*`;
  const said = new RegExp(`(?<![=-])>(${WORD})[<{]`, 'gu');
  const told = /\b(?:aria-label|alt|title|placeholder|label|heading)="([^"]*\p{L}{2}[^"]*)"/gu;
  /** Formats and names that are the same in every language. */
  const known = /^(?:HH:mm|https:\/\/|UTC)$/;
  const untold = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [said, told]
        .flatMap((form) => [...readCode(file).matchAll(form)])
        .map(([, text = '']) => text.trim())
        .filter((text) => !known.test(text) && !text.startsWith(','))
        .map((text) => `${file}: ${text}`),
    );
  t.same(untold, []);
});

t.test('forms and addresses are said by what knows them', async (t) => {
  const shown = within(/^(pages|islands)\//);
  const others = shown.filter((file) => file !== 'islands/ActionForm.tsx');
  const check = (named: readonly string[], banned: RegExp, why: string): void =>
    void t.same(offenders(named, banned, readCode), [], why);
  check(others, /method="post"|name="_(?:locale|back|page)"/, 'a form is an ActionForm');
  check(others, /action=(?:"|\{`)\/api|_method=/, 'a call is named, not its address');
  check(
    shown.filter((file) => !/^pages\/(addresses|forms)\.ts$/.test(file)),
    /(?<!address\()`\/(?:creator|stories|profile|sign_|settings|invitation)/,
    "address('/…', …)",
  );
  check(
    within(/^server\/domains\/(?:[^/]+\/)+contract\.ts$/),
    /success:|failure:|=> [`'"]\//,
    'contracts know no pages',
  );
});

t.test('only the tests of the corpora ask for files beside the repository', async (t) => {
  const others = sources.filter((file) => !/^test\/(corpus|bench|support\/corpus\.ts)/.test(file));
  t.same(offenders(others, /\.\.\/shared\b|support\/corpus\.ts/), []);
});

t.test('migrations keep at most two snapshots: the generator reads the newest alone', async (t) => {
  const snapshots = listed
    .split('\n')
    .filter((file) => file.endsWith('_snapshot.json') && existsSync(join(ROOT, file)));
  t.ok(snapshots.length >= 1 && snapshots.length <= 2, snapshots.join('\n'));
});

t.test('advisory locks are taken by name, in one file', async (t) => {
  // Migrations and backups take their locks before the product's own function is available.
  const places = within(/^(server|workers|db)\//).filter(
    (file) => !/^(db\/migrate|server\/lib\/locks|server\/ops\/backup\/(dump|load))\.ts$/.test(file),
  );
  t.same(offenders(places, /pg_(try_)?advisory\w+/, readCode), []);
});
