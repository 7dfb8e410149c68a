import { eq, sql } from 'drizzle-orm';
import { chapters, episodePages } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound, unprocessable } from '../../../lib/errors.ts';
import { countedText, plainTextOf } from '../../../lib/prose/plain.ts';

/** The shown number is a rank, because positions may have gaps. With table names, for selects from several tables. */
const rankIn = (table: typeof episodePages | typeof chapters) =>
  sql<number>`(select count(*) from ${table} upto where upto.episode_id = ${table}.episode_id
    and (upto.position, upto.id) <= (${table}.position, ${table}.id))`.mapWith(Number);

export type Place = { pageId?: string | undefined; chapterId?: string | undefined };
export type Item = {
  episodeId: string;
  /** From 1. */
  number: number;
  /** The chapter's characters as readers count them. Null for pages. */
  text: string | null;
};

/** Older rows have no plain text until a sweep fills it in. */
export const textColumns = {
  plain: chapters.plain,
  html: sql<string | null>`case when ${chapters.plain} is null then ${chapters.html} end`,
};
export const textOf = ({ plain, html }: { plain: string | null; html: string | null }): string =>
  countedText(plain ?? plainTextOf(html ?? ''));

/** Throws 404, and 422 unless exactly one id is given. */
export async function requireItem(deps: Pick<Deps, 'db'>, { pageId, chapterId }: Place): Promise<Item> {
  if ((pageId === undefined) === (chapterId === undefined)) throw unprocessable({ page_id: ['blank'] });
  if (pageId !== undefined) {
    const [page] = await deps.db
      .select({ episodeId: episodePages.episodeId, number: rankIn(episodePages) })
      .from(episodePages)
      .where(eq(episodePages.id, pageId));
    if (page === undefined) throw notFound('not_found');
    return { ...page, text: null };
  }
  const [chapter] = await deps.db
    .select({ episodeId: chapters.episodeId, number: rankIn(chapters), ...textColumns })
    .from(chapters)
    .where(eq(chapters.id, chapterId ?? ''));
  if (chapter === undefined) throw notFound('not_found');
  const { episodeId, number } = chapter;
  return { episodeId, number, text: textOf(chapter) };
}
