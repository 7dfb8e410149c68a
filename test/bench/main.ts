/** `npm run bench [part …]`: runs all figures and prints one table. A missed target fails nothing. */
// Must be the first import: it wraps React's renderer.
import './trees.ts';
import { runAlone } from '../support/house.ts';
import { benchAccounts } from './accounts.ts';
import { benchActions } from './actions.ts';
import { benchAdministration } from './administration.ts';
import { benchBackup } from './backup.ts';
import { benchBookSearch } from './book-search.ts';
import { benchBooks } from './books.ts';
import { benchBytes } from './bytes.ts';
import { benchCommunity } from './community.ts';
import { benchConsole } from './console.ts';
import { benchCrowd } from './crowd.ts';
import { benchFanOut } from './fan-out.ts';
import { benchGrowth } from './growth.ts';
import { benchHostile } from './hostile.ts';
import { benchImages } from './images.ts';
import { benchImpressions } from './impressions.ts';
import { benchJobs } from './jobs.ts';
import { benchLine } from './line.ts';
import { benchLive } from './live.ts';
import { benchMachines } from './machines.ts';
import { benchMedia } from './media.ts';
import { benchMemory } from './memory.ts';
import { benchPageCache } from './pages-cache.ts';
import { benchPaint } from './paint.ts';
import { benchPartitions } from './partitions.ts';
import { benchPhone } from './phone.ts';
import { benchPooler } from './pooler.ts';
import { benchReactions } from './reactions.ts';
import { benchReader } from './reader.ts';
import { benchRendering } from './rendering.ts';
import { benchReports } from './reports.ts';
import { benchRevenue } from './revenue.ts';
import { benchRevenueImport } from './revenue-import.ts';
import { benchRolling } from './rolling.ts';
import { printRows, type Row } from './row.ts';
import { benchSchedule } from './schedule.ts';
import { benchSearch } from './search.ts';
import { benchSignals } from './signals.ts';
import { type BenchSite, startBenchSite, startShelfSite } from './site.ts';
import { benchSoak } from './soak.ts';
import { benchTraffic } from './traffic.ts';
import { benchUnlock } from './unlock.ts';
import { benchUploads } from './uploads.ts';
import { benchViews } from './views.ts';
import { benchWebProcesses } from './web-processes.ts';

let site: Promise<BenchSite> | undefined;
const openSite = (options: { isSmall?: boolean } = {}): Promise<BenchSite> => {
  site ??= startBenchSite(options);
  return site;
};

const wanted = process.argv.slice(2);
const isAlone = (name: string): boolean => wanted.join() === name;
const openShelfSite = (): Promise<BenchSite> => {
  site ??= startShelfSite();
  return site;
};

const parts: Record<string, () => Promise<Row[]>> = {
  bytes: async () => benchBytes(await openSite()),
  pages: async () => benchPageCache(await openSite()),
  rendering: async () => benchRendering(await (isAlone('rendering') ? openShelfSite() : openSite())),
  media: async () => benchMedia(await openSite()),
  paint: async () => benchPaint(await openSite()),
  reader: async () => benchReader(await openSite({ isSmall: isAlone('reader') })),
  phone: async () => benchPhone(await openSite()),
  console: async () => benchConsole(await openSite()),
  line: async () => benchLine(await openSite()),
  memory: async () => benchMemory(await openSite()),
  soak: async () => benchSoak(await openSite()),
  accounts: benchAccounts,
  backup: benchBackup,
  books: benchBooks,
  'book-search': benchBookSearch,
  'fan-out': benchFanOut,
  crowd: benchCrowd,
  growth: benchGrowth,
  actions: benchActions,
  hostile: benchHostile,
  images: benchImages,
  impressions: benchImpressions,
  jobs: benchJobs,
  live: benchLive,
  machines: benchMachines,
  partitions: benchPartitions,
  pooler: benchPooler,
  reactions: benchReactions,
  rolling: benchRolling,
  schedule: benchSchedule,
  administration: benchAdministration,
  community: benchCommunity,
  reports: benchReports,
  revenue: async () => [...(await benchRevenue()), ...(await benchRevenueImport())],
  search: benchSearch,
  signals: benchSignals,
  traffic: benchTraffic,
  uploads: benchUploads,
  unlock: benchUnlock,
  views: benchViews,
  'web-processes': benchWebProcesses,
};

const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  process.stderr.write(`no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}\n`);
  process.exit(1);
}

const rows: Row[] = [];
await runAlone(
  async () => {
    for (const [name, measure] of Object.entries(parts)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      process.stderr.write(`measuring ${name}\n`);
      rows.push(...(await measure()));
    }
  },
  async () => {
    if (rows.length > 0) printRows(rows);
    await (await site?.catch(() => undefined))?.close();
  },
);
