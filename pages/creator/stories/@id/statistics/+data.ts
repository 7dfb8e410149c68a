import { translator } from '#locales/messages.ts';
import { ownStoryData } from '#pages/layout/data.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { findReleases, findStatistics, today } from '#server/domains/reading/counts/queries.ts';
import { FIGURES } from '#server/domains/reading/counts/rules.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';
import { readPeriod } from '../../../figures/period.ts';
import { pagesOf, readPage } from '../../../page.ts';

const PER_PAGE = 50;

/** Loads story, days, episodes and releases in parallel, at a cost independent of the range. */
export const data = ownStoryData(async (request) => {
  const { deps, viewer, locale, params, query } = request;
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const period = readPeriod(query, today(deps), locale);
  const { range } = period;
  const page = readPage(query);
  const [own, statistics, { releases, firstEpisodeViews }] = await Promise.all([
    findOwnStory(deps, viewer, id),
    findStatistics(deps, viewer, id, { range, part: { page, perPage: PER_PAGE } }),
    findReleases(deps, viewer, id, range),
  ]);
  return {
    head: { title: `${translator(locale, 'statistics')('title')} · ${own.title}` },
    own,
    period,
    figure: FIGURES.find((known) => known === query.get('figure')) ?? 'views',
    statistics,
    releases,
    firstEpisodeViews,
    page,
    pages: pagesOf(request, { total: statistics.total, page, perPage: PER_PAGE }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
