import { translator } from '#locales/messages.ts';
import { ownStoryData } from '#pages/layout/data.ts';
import { mayDo } from '#server/domains/platform/policy/rules.ts';
import { findPrices } from '#server/domains/publishing/pricing/queries.ts';
import { PRICE_MAX_COINS } from '#server/domains/publishing/pricing/rules.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = ownStoryData(async ({ deps, viewer, locale, params }) => {
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const { pricing_strategy: strategy, episodes } = await findPrices(deps, viewer, id);
  const { type, price, free_count, free_after_days, version } = strategy;
  return {
    head: { title: `${translator(locale, 'prices')('title')} · ${story.title}` },
    own: story,
    form: {
      storyId: id,
      language: story.language,
      strategy: { type, price, free_count, free_after_days, version },
      episodes: episodes.map(
        ({ id, number, published_rank, title, thumbnail_url, custom_price, first_published_at }) => ({
          id,
          number,
          published_rank,
          title,
          thumbnail_url,
          custom_price,
          first_published_at,
        }),
      ),
      now: deps.clock.now().toISOString(),
      priceMaxCoins: PRICE_MAX_COINS,
      mayChange: mayDo(story.role, 'set_prices'),
    },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
