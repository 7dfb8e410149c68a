/** Cost of attacks: an archive of junk, chapters that are hard to sanitize, and the most expensive request per call. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestApp } from '../support/app.ts';
import { createEpisode, createStory, upload } from '../support/console.ts';
import { makeZip } from '../support/make-zip.ts';
import { samplePage } from '../support/sample-page.ts';
import { benchDearest } from './dearest.ts';
import { atMost, type Row } from './row.ts';

const CHAPTER_BYTES = 500 * 1024;
const ENTRIES = 10_000;
const ROUNDS = 3;

const filled = (piece: string): string => piece.repeat(Math.floor(CHAPTER_BYTES / piece.length));

const CHAPTERS: Record<string, string> = {
  'many elements': filled('<b>a</b>'),
  'misnested formatting': filled('<b><i><a href="https://e.org/">x</b></i></a>'),
  'broken tags': filled('<p <p "<'),
  tables: filled('<table><tr><td><p>x<table>'),
  places: Array.from({ length: 14_000 }, (_, at) => `<a id="t${at + 1}"></a><p>&nbsp;</p>`).join(''),
  attributes: `<p ${Array.from({ length: 50_000 }, (_, at) => `a${at}=""`).join(' ')}>x</p>`,
  rubies: filled('<ruby>a<rt>b</ruby>'),
  'lists in lists': filled(`${'<ul><li>'.repeat(50)}x${'</ul>'.repeat(50)}`),
};

export const benchHostile = async (): Promise<Row[]> => [
  ...(await benchDearest()),
  ...(await benchUploads()),
];

async function benchUploads(): Promise<Row[]> {
  const app = await startTestApp();
  try {
    const creator = await app.signUp('Mallory');
    const novel = await createStory(app, creator, { publication_type: 'novel' });
    const { id: novelId } = await createEpisode(app, creator, novel.id);
    const save = (html: string) =>
      app.call('POST /creator/episodes/chapters', {
        as: creator,
        body: { episode_id: novelId, title: 'x', html },
      });
    await save('<p>x</p>');
    const rows: Row[] = [];
    for (const [name, html] of Object.entries(CHAPTERS)) {
      let best = Number.POSITIVE_INFINITY;
      let status = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        await wait(300);
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        status = (await save(html)).statusCode;
        delay.disable();
        best = Math.min(best, delay.max / 1e6);
      }
      rows.push(atMost(`500 kB of ${name} (${status}) hold the event loop`, best, 50, 'ms'));
    }
    rows.push(...(await benchArchives(app, creator)));
    return rows;
  } finally {
    await app.close();
  }
}

async function benchArchives(
  app: Awaited<ReturnType<typeof startTestApp>>,
  creator: Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>['signUp']>>,
): Promise<Row[]> {
  const story = await createStory(app, creator);
  const { id } = await createEpisode(app, creator, story.id);
  const jpeg = await samplePage(40, 60);
  const broken = jpeg.subarray(0, jpeg.length / 2);
  const rows: Row[] = [];
  for (const [name, data] of [
    ['no pictures', Buffer.from('no picture')],
    ['half pictures', broken],
  ] as const) {
    const archive = makeZip(Array.from({ length: ENTRIES }, (_, index) => ({ name: `${index}.jpg`, data })));
    const startedAt = performance.now();
    const reply = await upload(app, creator, 'POST /creator/pages/import', [
      { name: 'episode_id', value: id },
      { name: 'file', filename: 'a.cbz', data: archive },
    ]);
    const seconds = (performance.now() - startedAt) / 1000;
    rows.push(atMost(`an archive of 10,000 ${name} (${reply.statusCode})`, seconds, 10, 's'));
  }
  return rows;
}
