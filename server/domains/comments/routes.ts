import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { commentsContract } from './contract.ts';
import { likeComment, unlikeComment } from './likes.ts';
import { findComment, findCommentPlace, listComments, listReplies } from './queries.ts';
import { findTeamSettings, listTeamComments } from './queries-team.ts';
import { edit, post, remove } from './service.ts';
import { hide, hideAll, keepOut, letBackIn, pin, setLock, settle, show, unpin } from './team.ts';

const PER_PAGE = 24;

const askingOf = (viewer: Viewer | null, request: FastifyRequest) => ({ viewer, country: request.country });
const writerOf = (viewer: Viewer, request: FastifyRequest) => ({
  ...{ viewer, country: request.country },
  address: request.ip,
});
const partOf = (query: { page?: number; per_page?: number }) => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? PER_PAGE,
});

export const commentsRoutes = defineRoutes<typeof commentsContract, Deps>(commentsContract, {
  'GET /comments': ({ deps, viewer, query, request }) =>
    listComments(
      deps,
      askingOf(viewer, request),
      { episodeId: query.episode_id, storyId: query.story_id },
      { ...partOf(query), sort: query.sort ?? 'new' },
    ),
  'POST /comments': async ({ deps, viewer, body, headers, request, reply }) => {
    const { episode_id: episodeId, story_id: storyId, body: text, spoiler } = body;
    const draft = { body: text, spoiler, key: headers['Idempotency-Key'] };
    const id = await post(deps, writerOf(viewer, request), { episodeId, storyId }, draft);
    reply.code(201);
    const comment = await findComment(deps, askingOf(viewer, request), id);
    return { comment, message: request.translate(comment.held ? 'comment_held' : 'comment_added') };
  },
  'GET /comments/:id': ({ deps, viewer, params, request }) =>
    findCommentPlace(deps, askingOf(viewer, request), params.id, { perPage: PER_PAGE }),
  'PATCH /comments/:id': async ({ deps, viewer, params, body, request }) => {
    await edit(deps, writerOf(viewer, request), params.id, body);
    const comment = await findComment(deps, askingOf(viewer, request), params.id);
    return { comment, message: request.translate('comment_edited') };
  },
  'DELETE /comments/:id': async ({ deps, viewer, params, request }) => {
    await remove(deps, viewer, params.id);
    return { message: request.translate('comment_deleted') };
  },
  'PUT /comments/:id/like': async ({ deps, viewer, params, request }) => ({
    ...(await likeComment(deps, writerOf(viewer, request), params.id)),
    message: request.translate('liked'),
  }),
  'DELETE /comments/:id/like': async ({ deps, viewer, params, request }) => ({
    ...(await unlikeComment(deps, writerOf(viewer, request), params.id)),
    message: request.translate('unliked'),
  }),
  'GET /comment_replies': ({ deps, viewer, query, request }) =>
    listReplies(deps, askingOf(viewer, request), query.comment_id, partOf(query)),
  'POST /comment_replies': async ({ deps, viewer, body, headers, request, reply }) => {
    const draft = { body: body.body, spoiler: body.spoiler, key: headers['Idempotency-Key'] };
    const id = await post(deps, writerOf(viewer, request), { parentId: body.comment_id }, draft);
    reply.code(201);
    const made = await findComment(deps, askingOf(viewer, request), id);
    return { reply: made, message: request.translate(made.held ? 'comment_held' : 'reply_added') };
  },
  'PATCH /comment_replies/:id': async ({ deps, viewer, params, body, request }) => {
    await edit(deps, writerOf(viewer, request), params.id, body);
    const changed = await findComment(deps, askingOf(viewer, request), params.id);
    return { reply: changed, message: request.translate('reply_edited') };
  },
  'DELETE /comment_replies/:id': async ({ deps, viewer, params, request }) => {
    await remove(deps, viewer, params.id);
    return { message: request.translate('reply_deleted') };
  },
  'POST /comments/:id/hide': async ({ deps, viewer, params, request }) => {
    await hide(deps, viewer, params.id);
    return { message: request.translate('comment_hidden') };
  },
  'POST /comments/:id/show': async ({ deps, viewer, params, request }) => {
    await show(deps, viewer, params.id);
    return { message: request.translate('comment_shown') };
  },
  'PUT /comments/:id/pin': async ({ deps, viewer, params, request }) => {
    await pin(deps, viewer, params.id);
    return { message: request.translate('comment_pinned') };
  },
  'DELETE /comments/:id/pin': async ({ deps, viewer, params, request }) => {
    await unpin(deps, viewer, params.id);
    return { message: request.translate('comment_unpinned') };
  },
  'PUT /episodes/:id/comments_lock': async ({ deps, viewer, params, request }) => {
    await setLock(deps, viewer, params.id, true);
    return { message: request.translate('comments_locked') };
  },
  'DELETE /episodes/:id/comments_lock': async ({ deps, viewer, params, request }) => {
    await setLock(deps, viewer, params.id, false);
    return { message: request.translate('comments_opened') };
  },
  'GET /creator/comments': ({ deps, viewer, query }) =>
    listTeamComments(
      deps,
      viewer,
      { storyId: query.story_id, state: query.state, q: query.q },
      partOf(query),
    ),
  'POST /creator/comments/hide': async ({ deps, viewer, body, request }) => ({
    hidden_count: await hideAll(deps, viewer, body.ids),
    message: request.translate('comments_hidden'),
  }),
  'GET /creator/stories/:id/comments_settings': ({ deps, viewer, params }) =>
    findTeamSettings(deps, viewer, params.id),
  'PUT /creator/stories/:id/comments_settings': async ({ deps, viewer, params, body, request }) => {
    const { closed, close_after_days: closeAfterDays } = body;
    await settle(deps, viewer, params.id, { closed, closeAfterDays });
    return { settings: body, message: request.translate('settings_changed') };
  },
  'PUT /creator/stories/:id/kept_out/:user_id': async ({ deps, viewer, params, request }) => {
    await keepOut(deps, viewer, { storyId: params.id, userId: params.user_id });
    return { message: request.translate('person_kept_out') };
  },
  'DELETE /creator/stories/:id/kept_out/:user_id': async ({ deps, viewer, params, request }) => {
    await letBackIn(deps, viewer, { storyId: params.id, userId: params.user_id });
    return { message: request.translate('person_let_in') };
  },
});
