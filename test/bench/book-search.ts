/** Searches a phrase in a book of 150,000 words: response time, and delay of other requests meanwhile. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readOldChapters } from '#server/domains/publishing/novels/unread.ts';
import { startTestApp } from '../support/app.ts';
import { openShelf } from '../support/shelf.ts';
import { atMost, figure, median, type Row } from './row.ts';

const CHAPTERS = 60;
const WORDS_A_CHAPTER = 2_500;
const ROUNDS = 15;
const ANSWER_MAX_MS = 100;

export async function benchBookSearch(): Promise<Row[]> {
  const { app, deps, close } = await startTestApp();
  try {
    const { addAuthor, addEpisode, addStory } = openShelf(deps);
    const story = await addStory(await addAuthor(), { publicationType: 'novel' });
    const chapters = Array.from({ length: CHAPTERS }, (_, at) => textOf(at));
    const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters });
    await readOldChapters(deps);
    const phrases = {
      'a phrase of the last chapter': `chapter ${CHAPTERS - 1} ends`,
      'a phrase that is nowhere': 'nowhere at all',
      'a phrase that is everywhere': 'the',
    };
    const rows: Row[] = [];
    for (const [name, phrase] of Object.entries(phrases)) {
      const times: number[] = [];
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      for (let round = 0; round < ROUNDS; round += 1) {
        const begun = performance.now();
        const url = `/api/episodes/${id}/search?q=${encodeURIComponent(phrase)}`;
        const reply = await app.inject({ url });
        if (reply.statusCode !== 200) throw new Error(`The search answers ${reply.statusCode}`);
        times.push(performance.now() - begun);
      }
      delay.disable();
      rows.push(
        atMost(`search in a book of 150,000 words, ${name}`, median(times), ANSWER_MAX_MS, 'ms'),
        figure(`search in a book, ${name}: others wait at most`, delay.max / 1e6, 'ms'),
      );
    }
    return rows;
  } finally {
    await close();
  }
}

function textOf(chapter: number): string {
  const words = Array.from(
    { length: WORDS_A_CHAPTER },
    (_, at) => `${at % 9 === 0 ? 'the' : 'wörd'}${at % 7}`,
  );
  const paragraphs: string[] = [];
  for (let at = 0; at < words.length; at += 60)
    paragraphs.push(`<p>${words.slice(at, at + 60).join(' ')}.</p>`);
  return `${paragraphs.join('\n')}<p>So chapter ${chapter} ends.</p>`;
}
