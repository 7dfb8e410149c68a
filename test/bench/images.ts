import path from 'node:path';
import {
  inspectImage,
  makeAvifDerivatives,
  makeCoverDerivatives,
  makePageDerivatives,
} from '../../server/domains/media/images.ts';
import { corpus } from '../support/corpus.ts';
import { draw } from '../support/pictures.ts';
import { barePage, cpuOf } from './bare.ts';
import { atMost, median, type Row, round } from './row.ts';

const rounds = 9;

export async function benchImages(): Promise<Row[]> {
  const page = await drawComicPage();
  const photo = path.join(corpus, 'images/ianare-28-hex_value.jpg');
  const rows: Row[] = [];
  for (const [name, input] of [
    ['comic page 1440x2036', page],
    ['photo 1704x2272', photo],
  ] as const) {
    const { ours, bare } = await paired(
      () => consumePage(input),
      () => barePage(input),
    );
    const ratio = ours / bare;
    rows.push(
      { name: `${name}: pipeline`, value: round(ours), unit: 'ms CPU' },
      { name: `${name}: bare sharp`, value: round(bare), unit: 'ms CPU' },
      atMost(`${name}: pipeline / bare sharp`, ratio, 1.1),
    );
  }
  const single = async (name: string, work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let run = 0; run < rounds; run += 1) times.push(await cpuOf(work));
    rows.push({ name, value: round(median(times)), unit: 'ms CPU' });
  };
  await single('comic page: inspection at upload', () => inspectImage(page));
  await single('comic page: AVIF in the background', async () => {
    for await (const piece of makeAvifDerivatives(page, { strip: false })) {
      for await (const { data } of piece.derivatives) void data;
    }
  });
  await single('story cover, all sizes and formats', async () => {
    for await (const { data } of (await makeCoverDerivatives(page, { purpose: 'cover' })).derivatives)
      void data;
  });
  return rows;
}

/** Panels, flat colour, screentone and hatching, so that it compresses like a drawn page. */
function drawComicPage(): Promise<Buffer> {
  const ink = [24, 20, 18] as const;
  const tones = [
    [242, 194, 48],
    [96, 150, 190],
    [240, 236, 226],
    [188, 72, 60],
  ] as const;
  return draw({ width: 1440, height: 2036, format: 'jpeg' }, (x, y) => {
    const panelX = x % 720;
    const panelY = y % 509;
    if (panelX < 24 || panelY < 24) return [255, 255, 255];
    if (panelX < 32 || panelY < 32) return ink;
    const tone = tones[(Math.floor(x / 720) + Math.floor(y / 509)) % tones.length] ?? ink;
    const dot = Math.hypot((x % 12) - 6, (y % 12) - 6) < 1 + (panelY / 509) * 4.5;
    if (panelX > 380 && dot) return ink;
    const line = Math.sin(x / 37) * 60 + Math.cos(y / 53) * 40 + ((x * 7 + y * 13) % 97);
    return Math.abs(line - 60) < 5 && panelX < 300 ? ink : tone;
  });
}

async function consumePage(input: string | Buffer): Promise<void> {
  for await (const piece of makePageDerivatives(input, { strip: false })) {
    for await (const { data } of piece.derivatives) void data;
  }
}

async function paired(one: () => Promise<void>, other: () => Promise<void>) {
  await one();
  await other();
  const ours: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < rounds; run += 1) {
    // The order alternates, so that neither always runs after the other.
    const second = run % 2 === 0 ? undefined : await cpuOf(other);
    ours.push(await cpuOf(one));
    bare.push(second ?? (await cpuOf(other)));
  }
  return { ours: median(ours), bare: median(bare) };
}
