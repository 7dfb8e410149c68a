/** Statements: their files, and a script that detects every changed digit. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { setClock } from '../../../support/releases.ts';
import { credit, makeFounder, prove } from '../../../support/revenue.ts';
import { readZip } from '../../../support/zip.ts';

type Files = Map<string, Buffer | string>;

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** Recomputes the checksums, so that only recounting can find the error. */
function resealed(files: Files): Files {
  const names = [...files.keys()].filter((name) => name !== 'SHA256SUMS');
  const sums = names.map((name) => `${sha256(files.get(name) ?? '')}  ${name}\n`).join('');
  return new Map([...files, ['SHA256SUMS', sums]]);
}

/** Yields the text with each digit replaced in turn. */
function* otherDigits(text: string): Generator<string> {
  for (const { index, 0: digit } of text.matchAll(/\d/g))
    yield `${text.slice(0, index)}${(Number(digit) + 1) % 10}${text.slice(index + 1)}`;
}

t.test('the statement of a month', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  setClock(app, new Date('2026-11-20T12:00:00Z'));
  const creator = await app.signUp('Creator');
  const other = await app.signUp('Other');
  await makeFounder(app, creator, '2025-03-01');
  const { story: ash } = await publishStory(app, creator, { title: 'Ash, "Street"\n=1' });
  const { story: kiosk } = await publishStory(app, creator, { title: 'Kiosk' });
  const { story: foreign } = await publishStory(app, other, { title: 'Foreign' });
  await credit(app, {
    period: '2026-09',
    at: new Date('2026-10-01T03:00:00Z'),
    lines: [
      { storyId: ash.id, impressions: 171_004, netMicros: 76_412_905 },
      { storyId: foreign.id, impressions: 99, netMicros: 3_333_333 },
      { storyId: kiosk.id, impressions: 11_306, netMicros: 5_021_840 },
    ],
  });
  await credit(app, {
    period: '2026-09',
    kind: 'correction',
    at: new Date('2026-10-20T03:00:00Z'),
    lines: [{ storyId: kiosk.id, impressions: 0, netMicros: -1_000_001 }],
  });
  const statementOf = async (as = creator, headers = {}): Promise<Files> => {
    const reply = await app.call('GET /creator/revenue/2026-09/statement', { as, headers });
    t.equal(reply.statusCode, 200);
    t.match(reply.headers['content-disposition'], 'tsuzuki-2026-09.zip');
    return readZip(reply.rawPayload);
  };
  const files = await statementOf();
  const text = (name: string) => String(files.get(name));

  await t.test('REV-09 holds own lines, inputs, words, sums and the script', async (t) => {
    t.same([...files.keys()].sort(), [
      'README.txt',
      'SHA256SUMS',
      'coins.csv',
      'inputs.json',
      'lines.csv',
      'recompute.mjs',
    ]);
    t.equal(text('lines.csv').split('\r\n').length, 5);
    t.notMatch(text('lines.csv'), foreign.id);
    t.match(JSON.parse(text('inputs.json')), {
      period: '2026-09',
      last_day: '2026-09-30',
      rates: { founding: 7500, others: 7000 },
      founder_terms: [{ since: '2025-03-01', until: null }],
      credits: [
        {
          kind: 'month',
          lines: 2,
          share_micros: 61_076_058,
          carried_in_micros: 0,
          credited_micros: 61_070_000,
          carried_on_micros: 6_058,
        },
        { kind: 'correction', lines: 1, share_micros: -750_000, carried_in_micros: 6_058 },
      ],
      totals: { lines: 3, ad_impressions: 182_310, credited_micros: 60_320_000 },
    });
    t.match(
      String((await statementOf(creator, { 'accept-language': 'de' })).get('README.txt')),
      'Deine Einnahmen',
    );
    t.same(await statementOf(), files, 'the same each time');
  });

  await t.test(
    'REV-09 says the SHA-256 of the script, which stands in the repository and is served',
    async (t) => {
      const kept = readFileSync(new URL(import.meta.resolve('#locales/content/recompute.mjs')));
      t.equal(text('recompute.mjs'), kept.toString());
      t.match(text('README.txt'), sha256(kept));
      t.match(text('SHA256SUMS'), `${sha256(kept)}  recompute.mjs`);
      const served = await app.call('GET /creator/revenue/recompute');
      t.equal(sha256(served.rawPayload), sha256(kept));
      t.ok(kept.toString().trimEnd().split('\n').length <= 30, 'short enough to be read');
      t.notMatch(kept.toString(), /require\(|from '(?!node:)/, 'it needs nothing but Node.js');
    },
  );

  await t.test('REV-03, REV-04, REV-17 the script proves it, for every creator', async (t) => {
    t.match(await prove(files), { code: 0, said: 'Proved: 60.32 US dollars for 2026-09.' });
    t.match(await prove(await statementOf(other)), { code: 0, said: 'Proved: 2.33 US dollars' });
  });

  await t.test('REV-23 another digit anywhere ends with 1', async (t) => {
    const changes = ['lines.csv', 'inputs.json', 'SHA256SUMS', 'README.txt'].flatMap((name) =>
      [...otherDigits(text(name))]
        .filter((_, index) => index % 9 === 0)
        .map((content) => [name, content] as const),
    );
    t.ok(changes.length > 50);
    for (const [name, content] of changes)
      t.equal((await prove(new Map([...files, [name, content]]))).code, 1, name);
  });

  await t.test(
    'REV-23 a wrong figure is found by counting too, where the check sums were made to fit',
    async (t) => {
      const lines = text('lines.csv').split('\r\n');
      for (let at = 1; at <= 3; at += 1)
        for (const column of [3, 4, 5, 6]) {
          const cells = (lines[at] ?? '').split(',');
          cells[column] = String(Number(cells[column]) + 1);
          const changed = lines.with(at, cells.join(',')).join('\r\n');
          t.equal(
            (await prove(resealed(new Map([...files, ['lines.csv', changed]])))).code,
            1,
            `${at}, ${column}`,
          );
        }
      const figure =
        /"(lines|ad_impressions|net_micros|share_micros|carried_in_micros|credited_micros|carried_on_micros)": (-?\d+)/g;
      const inputs = text('inputs.json');
      const found = [...inputs.matchAll(figure)];
      t.equal(found.length, 7 * 2 + 5);
      for (const { index, 0: all, 1: name, 2: value } of found) {
        const changed = `${inputs.slice(0, index)}"${name}": ${Number(value) + 1}${inputs.slice(index + all.length)}`;
        t.equal(
          (await prove(resealed(new Map([...files, ['inputs.json', changed]])))).code,
          1,
          `${name} ${index}`,
        );
      }
      for (const [from, to] of [
        ['"founding": 7500', '"founding": 7501'],
        ['"until": null', '"until": "2026-09-30"'],
        ['"since": "2025-03-01"', '"since": "2026-10-01"'],
        ['"last_day": "2026-09-30"', '"last_day": "2026-09-29"'],
      ] as const) {
        t.match(inputs, from);
        t.equal(
          (await prove(resealed(new Map([...files, ['inputs.json', inputs.replace(from, to)]])))).code,
          1,
          to,
        );
      }
      const missing = [...lines.slice(0, 2), ...lines.slice(3)].join('\r\n');
      t.equal(
        (await prove(resealed(new Map([...files, ['lines.csv', missing]])))).code,
        1,
        'a line is left out',
      );
    },
  );
});
