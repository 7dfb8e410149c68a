import { translator } from '#locales/messages.ts';
import { address } from '#pages/addresses.ts';
import { elsewhere, ownStoryData } from '#pages/layout/data.ts';
import { listCountries } from '#server/domains/publishing/countries/queries.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { issuePreview } from '#server/domains/reading/reader/preview.ts';
import { readPreviewWish } from '#server/domains/reading/reader/rules.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

/** The form submits to this page. `open` continues to the story, otherwise it only shows the choice. */
export const data = ownStoryData(async (request) => {
  const { deps, viewer, locale, params, query } = request;
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const now = deps.clock.now();
  const asked = {
    country: query.get('country'),
    age: query.get('age'),
    wallet: query.get('wallet'),
    date: query.get('date'),
    time: query.get('time')?.trim(),
  };
  const wish = readPreviewWish(asked, now);
  if (wish !== null && query.has('open')) {
    const { token, slug } = await issuePreview(deps, viewer, id, wish);
    throw elsewhere(request, address('/stories/@slug', { slug }, { query: { preview: token } }));
  }
  const [date = '', time = ''] = (wish?.at ?? now).toISOString().slice(0, 16).split('T');
  const shown = wish ?? readPreviewWish({ ...asked, date: null }, now);
  return {
    head: { title: `${translator(locale, 'previewAs')('title')} · ${story.title}` },
    status: wish === null ? 422 : undefined,
    own: story,
    countries: listCountries(locale),
    isWrong: wish === null,
    chosen: {
      country: shown?.country ?? '',
      age: shown?.age,
      wallet: shown?.hasUnlocked ? 'everything' : 'nothing',
      ...(wish === null ? { date: asked.date ?? '', time: asked.time ?? '' } : { date, time }),
    },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
