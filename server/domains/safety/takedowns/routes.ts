import type { Static } from 'typebox';
import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { appeal, decideAppeal } from './appeals.ts';
import { hideContent, showContent } from './contents.ts';
import { blockingContract } from './contract.ts';
import { blockEpisode, unblockEpisode } from './episodes.ts';
import { findAppeal, findStatement, listAppeals, listStatements } from './queries.ts';
import { findContent } from './queries-contents.ts';
import { previewLetter } from './queries-letter.ts';
import { findAdminEpisode, findAdminStory, findEpisodes, findStories } from './queries-works.ts';
import type { Reasons } from './statements.ts';
import { blockStory, unblockStory } from './stories.ts';

type Sent = Static<(typeof blockingContract)['POST /admin/episodes/:id/block']['body']>;

const reasonsOf = ({ found_automatically: foundAutomatically, ...reasons }: Sent): Reasons => ({
  ...reasons,
  foundAutomatically,
});

export const blockingRoutes = defineRoutes<typeof blockingContract, Deps>(blockingContract, {
  'GET /admin/episodes': async ({ deps, query }) => {
    const { q, blocked, page = 1, per_page = 24 } = query;
    const { rows: episodes, total } = await findEpisodes(deps, { q, blocked, page, perPage: per_page });
    return { episodes, page, per_page, total };
  },
  'GET /admin/episodes/:id': async ({ deps, params }) => ({
    episode: await findAdminEpisode(deps, params.id),
  }),
  'POST /admin/episodes/:id/block': async ({ deps, viewer, params, body }) => {
    await blockEpisode(deps, viewer, params.id, reasonsOf(body));
    return { episode: await findAdminEpisode(deps, params.id) };
  },
  'POST /admin/episodes/:id/letter': async ({ deps, params, body }) => ({
    letter: await previewLetter(deps, { subject: 'episode', id: params.id }, reasonsOf(body)),
  }),
  'POST /admin/episodes/:id/unblock': async ({ deps, viewer, params }) => {
    await unblockEpisode(deps, viewer, params.id);
    return { episode: await findAdminEpisode(deps, params.id) };
  },
  'GET /admin/stories': async ({ deps, query }) => {
    const { q, blocked, page = 1, per_page = 24 } = query;
    const { rows: stories, total } = await findStories(deps, { q, blocked, page, perPage: per_page });
    return { stories, page, per_page, total };
  },
  'GET /admin/stories/:id': async ({ deps, params }) => ({ story: await findAdminStory(deps, params.id) }),
  'POST /admin/stories/:id/block': async ({ deps, viewer, params, body }) => {
    await blockStory(deps, viewer, params.id, reasonsOf(body));
    return { story: await findAdminStory(deps, params.id) };
  },
  'POST /admin/stories/:id/letter': async ({ deps, params, body }) => ({
    letter: await previewLetter(deps, { subject: 'story', id: params.id }, reasonsOf(body)),
  }),
  'POST /admin/stories/:id/unblock': async ({ deps, viewer, params }) => {
    await unblockStory(deps, viewer, params.id);
    return { story: await findAdminStory(deps, params.id) };
  },
  'GET /admin/contents/:type/:id': async ({ deps, params }) => ({
    content: await findContent(deps, params),
  }),
  'POST /admin/contents/:type/:id/hide': async ({ deps, viewer, params, body }) => {
    await hideContent(deps, viewer, params, reasonsOf(body));
    return { content: await findContent(deps, params) };
  },
  'POST /admin/contents/:type/:id/letter': async ({ deps, params, body }) => ({
    letter: await previewLetter(deps, { subject: params.type, id: params.id }, reasonsOf(body)),
  }),
  'POST /admin/contents/:type/:id/show': async ({ deps, viewer, params }) => {
    await showContent(deps, viewer, params);
    return { content: await findContent(deps, params) };
  },
  'GET /admin/appeals': ({ deps, viewer, query }) => {
    const { state = 'open', page = 1, per_page: perPage = 24 } = query;
    return listAppeals(deps, viewer, { state, page, perPage });
  },
  'PATCH /admin/appeals/:id': async ({ deps, viewer, params, body, request }) => {
    await decideAppeal(deps, viewer, params.id, body);
    return {
      appeal: await findAppeal(deps, viewer, params.id),
      message: request.translate('appeal_decided'),
    };
  },
  'GET /creator/statements': ({ deps, viewer, query }) =>
    listStatements(deps, viewer, { page: query.page ?? 1, perPage: query.per_page ?? 24 }),
  'GET /creator/statements/:id': async ({ deps, viewer, params }) => ({
    statement: await findStatement(deps, viewer, params.id),
  }),
  'POST /creator/statements/:id/appeal': async ({ deps, viewer, params, body, request }) => {
    await appeal(deps, viewer, params.id, body.text);
    return {
      statement: await findStatement(deps, viewer, params.id),
      message: request.translate('appeal_sent'),
    };
  },
});
