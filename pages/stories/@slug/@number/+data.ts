import { translator } from '#locales/messages.ts';
import { findReaderPage } from '#server/domains/reading/queries-reader.ts';
import { notFound } from '#server/lib/errors.ts';
import { address } from '../../../addresses.ts';
import { moved, pageData } from '../../../layout/data.ts';
import { inPreview } from '../../preview.ts';

export const data = pageData(async (request) => {
  const { deps, locale, country, preview, reader, params } = request;
  const number = params.number ?? '';
  if (!/^[1-9]\d{0,5}$/.test(number)) throw notFound('not_found');
  const reading = await findReaderPage(deps, params.slug ?? '', Number(number), { country, preview, reader });
  if ('movedTo' in reading)
    throw moved(
      request,
      inPreview(address('/stories/@slug/@number', { slug: reading.movedTo, number }), preview),
    );
  const { storyTitle: story, title, description: text, coverUrl } = reading;
  const t = translator(locale, 'reader');
  const isLocked = reading.content.kind === 'locked';
  return {
    head: {
      title: t('title', { story, number: reading.number, title }),
      description: t('description', { story, number: reading.number, text }),
      image: coverUrl ?? undefined,
      type: 'article' as const,
      robots: isLocked ? ('noindex' as const) : undefined,
    },
    tags: [`story:${reading.storyId}` as const, `episode:${reading.episodeId}` as const],
    geofilters: reading.geofilters,
    // decisions.md §3: premium and not unlocked.
    status: isLocked ? 402 : undefined,
    reading,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
