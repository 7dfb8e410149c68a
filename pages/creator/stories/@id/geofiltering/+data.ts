import { translator } from '#locales/messages.ts';
import { ownStoryData } from '#pages/layout/data.ts';
import { mayDo } from '#server/domains/platform/policy/rules.ts';
import {
  findTeamGeofilter,
  listCountries,
  listCountryGroups,
} from '#server/domains/publishing/countries/queries.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = ownStoryData(async ({ deps, viewer, locale, params }) => {
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const { type, countries, version } = await findTeamGeofilter(deps, viewer, id);
  return {
    head: { title: `${translator(locale, 'countries')('title')} · ${story.title}` },
    own: story,
    form: {
      storyId: id,
      strategy: { type, countries, version },
      options: listCountries(locale),
      groups: listCountryGroups(locale),
      mayChange: mayDo(story.role, 'set_countries'),
    },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
