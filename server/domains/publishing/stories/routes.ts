import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { spend } from '../../../limits/allowances.ts';
import { storyLimits } from '../limits.ts';
import { listCategories } from './categories.ts';
import { storiesContract } from './contract.ts';
import { findOwnStory, listOwnStories } from './queries.ts';
import { checkTags, normalizeTags } from './rules.ts';
import { changeStory, createStory } from './service.ts';

export const storiesRoutes = defineRoutes<typeof storiesContract, Deps>(
  storiesContract,
  {
    'GET /categories': async ({ locale, query }) => ({
      categories: listCategories(locale, query.kind, query.publication_type),
    }),
    'GET /creator/stories': async ({ deps, viewer, query }) => {
      const { filter, sort, q, page = 1, per_page = 24 } = query;
      const list = await listOwnStories(deps, viewer, { filter, sort, q, page, perPage: per_page });
      return { stories: list.stories, counts: list.counts, page, per_page, total: list.total };
    },
    'POST /creator/stories': async ({ deps, viewer, body, request }) => {
      await spend(deps, { userId: viewer.id, address: request.ip }, [
        { allowance: storyLimits.stories, amount: 1 },
      ]);
      const { publication_type: publicationType, cover_media_id: coverMediaId, ...details } = body;
      const id = await createStory(deps, viewer, { ...details, publicationType, coverMediaId });
      return { story: await findOwnStory(deps, viewer, id) };
    },
    'GET /creator/stories/:id': async ({ deps, viewer, params }) => ({
      story: await findOwnStory(deps, viewer, params.id),
    }),
    'PATCH /creator/stories/:id': async ({ deps, viewer, params, body }) => {
      const { cover_media_id: coverMediaId, lock_version: lockVersion, ...rest } = body;
      const { pages_to_remake: pagesToRemake, ...details } = rest;
      await changeStory(deps, viewer, params.id, { ...details, coverMediaId, lockVersion, pagesToRemake });
      return { story: await findOwnStory(deps, viewer, params.id) };
    },
  },
  {
    'POST /creator/stories': ({ tags }) => checkTags(normalizeTags(tags ?? [])),
    'PATCH /creator/stories/:id': ({ tags }) => checkTags(normalizeTags(tags ?? [])),
  },
);
