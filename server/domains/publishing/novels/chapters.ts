/** Reads one chapter of an episode and the titles of all. The cost depends only on that chapter's length. */
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
  sections: number;
};
export type ReadChapter = {
  id: string;
  number: number;
  title: string;
  /** HTML in sections of about a screen, cut between blocks. */
  sections: string[];
};
export type ReadChapters = {
  toc: TocChapter[];
  chapter: ReadChapter;
  isVertical: boolean;
};

/** Must equal the number of sections that `sectionsIn` returns. */
const sectionsOf = ({ sectionEnds }: Chapters) =>
  sql<number>`coalesce(cardinality(${sectionEnds}), 0) + 1`.mapWith(Number);
export const sectionsCount = sectionsOf(chapters);

type Chapters = typeof chapters | typeof keptChapters;

/** Numbers beyond the last chapter show the last. The column is not read for the other chapters. */
const ofShown = <T>(table: Chapters, column: SQL): SQL<T | null> =>
  sql`case when row_number() over (order by ${table.position}, ${table.id})
    = least(${sql.placeholder('number')}::int, count(*) over ()) then ${column} end`;

export const isVerticalBook = (episodeId: SQLWrapper | string): SQL<boolean> => sql`exists (
  select from ${epubs} where ${epubs.episodeId} = ${episodeId}
    and ${epubs.state} = 'taken' and ${epubs.findings} ->> 'isVertical' = 'true')`;

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

/** `isKept`: reads the version kept for readers who paid, while the episode is unpublished. */
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
