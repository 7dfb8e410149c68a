/** One chapter of an episode and the names of all. What this costs follows from the length of that one chapter alone. */
import { asc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import { chapters, epubs } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { sectionsIn } from '../../lib/prose/sections.ts';

export type TocChapter = {
  id: string;
  number: number;
  title: string;
  characters: number;
  /** How many sections it is cut into. */
  sections: number;
};
export type ReadChapter = {
  id: string;
  number: number;
  title: string;
  /** Its HTML, cut between blocks about every screen of reading. */
  sections: string[];
};
export type ReadChapters = {
  toc: TocChapter[];
  chapter: ReadChapter;
  /** The book that it came from has lines from top to bottom. */
  isVertical: boolean;
};

/** How many `sectionsIn` finds: it counts what is stored, as the page shows what is stored. */
export const sectionsCount = sql<number>`coalesce(cardinality(${chapters.sectionEnds}), 0) + 1`.mapWith(
  Number,
);

/** Beyond the last one, the last one is shown. */
const isShown = sql`row_number() over (order by ${chapters.position}, ${chapters.id})
  = least(${sql.placeholder('number')}::int, count(*) over ())`;
/** Of the others it stays where it is stored. */
const ofShown = <T>(column: SQL): SQL<T | null> => sql`case when ${isShown} then ${column} end`;

/** What the book says of its lines that an episode's chapters came from. */
export const isVerticalBook = (episodeId: SQLWrapper | string): SQL<boolean> => sql`exists (
  select from ${epubs} where ${epubs.episodeId} = ${episodeId}
    and ${epubs.state} = 'taken' and ${epubs.findings} ->> 'isVertical' = 'true')`;

const chaptersAround = prepared((db) =>
  db
    .select({
      id: chapters.id,
      title: chapters.title,
      characters: chapters.charactersCount,
      sections: sectionsCount,
      html: ofShown<string>(sql`${chapters.html}`),
      sectionEnds: ofShown<number[]>(sql`${chapters.sectionEnds}`),
      isVertical: isVerticalBook(sql.placeholder('episodeId')),
    })
    .from(chapters)
    .where(eq(chapters.episodeId, sql.placeholder('episodeId')))
    .orderBy(asc(chapters.position), asc(chapters.id)),
);

export async function findChapter(deps: Deps, episodeId: string, number: number): Promise<ReadChapters> {
  const rows = await chaptersAround(deps).execute({ episodeId, number });
  const toc = rows.map(({ id, title, characters, sections }, at) => {
    const number = at + 1;
    return { id, number, title, characters, sections };
  });
  const at = rows.findIndex(({ html }) => html !== null);
  const { id = episodeId, title = '', html, sectionEnds } = rows[at] ?? {};
  const sections = sectionsIn(html ?? '', sectionEnds ?? []);
  const isVertical = rows[0]?.isVertical ?? false;
  return { toc, isVertical, chapter: { id, number: Math.max(1, at + 1), title, sections } };
}
