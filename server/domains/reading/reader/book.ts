/** Makes an EPUB 3.3 file of the current chapters of an episode, for readers with access (NOV-08). */
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { chapterPictures, chapters, keptChapters, keptPictures, media } from '#db/schema/index.ts';
import { translator } from '#locales/messages.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { DEFAULT_LOCALE, isLocale } from '../../../lib/locale.ts';
import { product } from '../../../lib/product.ts';
import { owned } from '../../../lib/streams.ts';
import { canStandUpright, directionOfLanguage } from '../../../lib/writing-direction.ts';
import { requireReadable } from '../../coins/unlock/viewing.ts';
import { variantKey } from '../../media/addresses.ts';
import { isKeptVertical, isVerticalBook } from '../../publishing/novels/chapters.ts';
import type { OwnBook, OwnPicture } from '../../publishing/novels/epub/write.ts';
import { type MadeBook, makeBook } from './book-files.ts';
import { pictureColumns } from './cards.ts';
import { type Asking, lookAtEpisode } from './episode.ts';

export type BookFile = { name: string; make: () => Promise<MadeBook> };

/** Throws 404 for a hidden episode or one of no novel, 402 for a locked one, 451 by country. */
export async function findBook(deps: Deps, episodeId: string, asking: Asking): Promise<BookFile> {
  const { row, viewing } = await lookAtEpisode(deps, episodeId, asking);
  requireReadable(viewing.access);
  const { story, episode, author, cover } = row;
  if (story.publicationType !== 'novel') throw notFound('not_found');
  const { isKept } = viewing;
  const [texts, pictured] = isKept ? [keptChapters, keptPictures] : [chapters, chapterPictures];
  const isVertical = isKept ? isKeptVertical(episodeId) : isVerticalBook(episodeId);
  const shownAs = (isKept && episode.keptVersion) || episode;
  const [list, shown] = await Promise.all([
    deps.db
      .select({ id: texts.id, title: texts.title, isVertical })
      .from(texts)
      .where(eq(texts.episodeId, episodeId))
      .orderBy(asc(texts.position), asc(texts.id)),
    deps.db
      .selectDistinctOn([media.id], pictureColumns)
      .from(pictured)
      .innerJoin(media, eq(media.id, pictured.mediaId))
      .where(and(eq(pictured.episodeId, episodeId), isNotNull(pictured.chapterId))),
  ]);
  const front = cover && jpegOf(deps, cover);
  const pictures = [...shown.map((picture) => jpegOf(deps, picture)), front].filter((each) => each !== null);
  const t = translator(isLocale(story.language) ? story.language : DEFAULT_LOCALE, 'book');
  const book: OwnBook = {
    facts: {
      id: episode.id,
      title: `${story.title} ${episode.position} · ${shownAs.title}`,
      authors: [author.displayName],
      language: story.language,
      direction: directionOfLanguage(story.language),
      isVertical: canStandUpright(story.language) && list[0]?.isVertical === true,
      description: story.description,
      publisher: product.name,
      modified: episode.updatedAt,
      cover: front?.id ?? null,
      labels: { contents: t('contents'), cover: t('cover'), begin: t('begin') },
    },
    chapters: list,
    async htmlOf(id) {
      const [chapter] = await deps.db
        .select({ html: texts.html })
        .from(texts)
        .where(and(eq(texts.episodeId, episodeId), eq(texts.id, id)));
      return chapter?.html ?? '';
    },
    pictures,
  };
  return { name: `${story.slug}-${episode.position}.epub`, make: () => makeBook(deps, book) };
}

type Picture = Pick<typeof media.$inferSelect, 'id' | 'variants'>;

/** The largest JPEG, which every device shows. Null before it is made. */
function jpegOf({ storage }: Deps, { id, variants }: Picture): OwnPicture | null {
  const [largest] = variants
    .filter(({ type, piece }) => type === 'image/jpeg' && piece === 0)
    .sort((one, other) => other.width - one.width);
  if (largest === undefined) return null;
  return { id, type: 'image/jpeg', open: async () => owned(await storage.get(variantKey(id, largest))) };
}
