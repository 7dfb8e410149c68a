/** One chapter of an episode and the names of all. What this costs follows from the length of that one chapter alone. */
import { asc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import { chapters, episodes, epubs, keptChapters } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { sectionsIn } from '../../../lib/prose/sections.ts';

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
const sectionsOf = ({ sectionEnds }: Chapters) =>
  sql<number>`coalesce(cardinality(${sectionEnds}), 0) + 1`.mapWith(Number);
export const sectionsCount = sectionsOf(chapters);

type Chapters = typeof chapters | typeof keptChapters;

/** Beyond the last one, the last one is shown. Of the others the column stays where it is stored. */
const ofShown = <T>(table: Chapters, column: SQL): SQL<T | null> =>
  sql`case when row_number() over (order by ${table.position}, ${table.id})
    = least(${sql.placeholder('number')}::int, count(*) over ()) then ${column} end`;

/** What the book says of its lines that an episode's chapters came from. */
export const isVerticalBook = (episodeId: SQLWrapper | string): SQL<boolean> => sql`exists (
  select from ${epubs} where ${epubs.episodeId} = ${episodeId}
    and ${epubs.state} = 'taken' and ${epubs.findings} ->> 'isVertical' = 'true')`;

/** As it was when its version was kept. */
export const isKeptVertical = (episodeId: SQLWrapper | string): SQL<boolean> => sql`exists (
  select from ${episodes} where ${episodes.id} = ${episodeId} and ${episodes.keptVersion} ->> 'isVertical' = 'true')`;

const selectAround = (db: Db, table: Chapters, isVertical: SQL<boolean>) =>
  db
    .select({
      id: table.id,
      title: table.title,
      characters: table.charactersCount,
      sections: sectionsOf(table),
      html: ofShown<string>(table, sql`${table.html}`),
      sectionEnds: ofShown<number[]>(table, sql`${table.sectionEnds}`),
      isVertical,
    })
    .from(table)
    .where(eq(table.episodeId, sql.placeholder('episodeId')))
    .orderBy(asc(table.position), asc(table.id));

const chaptersAround = prepared((db) =>
  selectAround(db, chapters, isVerticalBook(sql.placeholder('episodeId'))),
);
const keptAround = prepared((db) =>
  selectAround(db, keptChapters, isKeptVertical(sql.placeholder('episodeId'))),
);

/** `isKept`: of the version that readers have paid for while it is unpublished. */
export async function findChapter(
  deps: Deps,
  episodeId: string,
  number: number,
  { isKept = false }: { isKept?: boolean } = {},
): Promise<ReadChapters> {
  const rows = await (isKept ? keptAround : chaptersAround)(deps).execute({ episodeId, number });
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
