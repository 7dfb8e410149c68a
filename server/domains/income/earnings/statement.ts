/** The statement of a month: inputs, reasons for the share, every rounding, and a script that proves the sums. */
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { translator } from '#locales/messages.ts';
import type { Deps } from '../../../deps.ts';
import { toCsv } from '../../../lib/csv.ts';
import type { Locale } from '../../../lib/locale.ts';
import { lastDayOf, type Month } from '../../../lib/months.ts';
import { owned } from '../../../lib/streams.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { findFounderTerms } from '../../accounts/accounts/founders.ts';
import type { FounderTerm } from '../../accounts/accounts/rules.ts';
import { CENT_MICROS } from '../ledger/rules.ts';
import { type Credit, findCredits, type Line, listCoinDays, listLines } from './queries-month.ts';
import { centsOf, dollars, shareOf, sum } from './rules.ts';
import { SCRIPT_NAME, script, sha256Of } from './script.ts';

type Facts = {
  viewer: Viewer;
  period: Month;
  credits: readonly Credit[];
  lines: readonly Line[];
  terms: readonly FounderTerm[];
};

/** Byte for byte the same until a correction comes. */
export async function openStatement(
  deps: Deps,
  viewer: Viewer,
  { period, locale }: { period: Month; locale: Locale },
): Promise<{ open: () => Readable; name: string }> {
  const credits = await findCredits(deps, viewer, period);
  const [lines, terms, coins] = await Promise.all([
    listLines(deps, viewer, credits),
    findFounderTerms(deps, viewer.id),
    listCoinDays(deps, viewer, period),
  ]);
  const facts = { viewer, period, credits, lines, terms };
  const files = new Map<string, Buffer>([
    ['README.txt', Buffer.from(readmeOf(facts, locale))],
    ['lines.csv', Buffer.from(linesFile(facts))],
    ['coins.csv', Buffer.from(coinsFile(coins))],
    ['inputs.json', Buffer.from(`${JSON.stringify(inputsOf(facts), null, 2)}\n`)],
    [SCRIPT_NAME, script.bytes],
  ]);
  const sums = [...files].map(([name, content]) => `${sha256Of(content)}  ${name}\n`);
  files.set('SHA256SUMS', Buffer.from(sums.join('')));
  const changed = credits.at(-1)?.createdAt ?? deps.clock.now();
  return { open: () => zipOf(files, changed), name: `tsuzuki-${period}.zip` };
}

function zipOf(files: ReadonlyMap<string, Buffer>, mtime: Date): Readable {
  const zip = new ZipFile();
  const stream = owned(zip.outputStream as Readable);
  zip.on('error', (error) => stream.destroy(error as Error));
  for (const [name, content] of files)
    zip.addBuffer(content, name, { mtime, mode: 0o100644, forceDosTimestamp: true });
  zip.end();
  return stream;
}

const linesFile = ({ lines }: Facts): string =>
  toCsv(
    ['file', 'line', 'story_id', 'ad_impressions', 'net_micros', 'share_basis_points', 'share_micros'],
    lines.map((line) => [
      line.importId,
      line.line,
      line.storyId,
      line.impressions,
      line.netMicros,
      line.shareBasisPoints,
      line.shareMicros,
    ]),
    { mark: false },
  );

/** Shown for information: these counts are no part of the money. */
const coinsFile = (days: Awaited<ReturnType<typeof listCoinDays>>): string =>
  toCsv(
    ['story_id', 'date', 'unlocks', 'coins'],
    days.map(({ storyId, day, unlocks, coins }) => [storyId, day, unlocks, coins]),
    { mark: false },
  );

/** Amounts are whole micro-dollars. */
function inputsOf({ viewer, period, credits, lines, terms }: Facts) {
  const sumsOf = (some: readonly Line[]) => ({
    lines: some.length,
    ad_impressions: sum(some.map(({ impressions }) => impressions)),
    net_micros: sum(some.map(({ netMicros }) => netMicros)),
    share_micros: sum(some.map(({ shareMicros }) => shareMicros)),
  });
  return {
    account: viewer.id,
    period,
    last_day: lastDayOf(period),
    rates: { founding: shareOf({ founder: true }), others: shareOf({ founder: false }) },
    founder_terms: terms,
    rounding: {
      share: 'net_micros * share_basis_points / 10000, parts of a micro-dollar fall away',
      credited: `carried_in_micros + share_micros, down to a multiple of ${CENT_MICROS} (a cent)`,
      carried_on: 'what is left over',
    },
    credits: credits.map((credit) => ({
      file: credit.importId,
      kind: credit.kind,
      credited_at: credit.createdAt.toISOString(),
      ...sumsOf(lines.filter(({ importId }) => importId === credit.importId)),
      carried_in_micros: credit.restBeforeMicros,
      credited_micros: credit.creditMicros,
      carried_on_micros: credit.restAfterMicros,
    })),
    totals: { ...sumsOf(lines), credited_micros: sum(credits.map(({ creditMicros }) => creditMicros)) },
    titles: Object.fromEntries(
      lines.flatMap(({ storyId, title }) => (title === null ? [] : [[storyId, title]])),
    ),
  };
}

function readmeOf({ period, credits }: Facts, locale: Locale): string {
  const t = translator(locale, 'revenueStatement');
  const amount = dollars(centsOf(sum(credits.map(({ creditMicros }) => creditMicros))));
  return [
    t('title', { period, amount }),
    '',
    t('lines'),
    t('coins'),
    t('inputs'),
    t('sums'),
    t('script'),
    '',
    t('prove'),
    '',
    `    node ${SCRIPT_NAME}`,
    '',
    t('hash', { name: SCRIPT_NAME }),
    '',
    `    ${script.sha256}`,
    '',
  ].join('\n');
}
