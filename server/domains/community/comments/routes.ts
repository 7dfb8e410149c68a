import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { commentsContract } from './contract.ts';
import { likeComment, unlikeComment } from './likes.ts';
import { findComment, findCommentPlace, listComments, listReplies } from './queries.ts';
import { teamHandlers } from './routes-team.ts';
import { COMMENTS_A_PAGE, partOf } from './rules.ts';
import { editComment, postComment, removeComment } from './service.ts';

const askingOf = (viewer: Viewer | null, request: FastifyRequest) => ({ viewer, country: request.country });
const writerOf = (viewer: Viewer, request: FastifyRequest) => ({
  viewer,
  country: request.country,
  address: request.ip,
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
    const id = await postComment(deps, writerOf(viewer, request), { episodeId, storyId }, draft);
    reply.code(201);
    const comment = await findComment(deps, askingOf(viewer, request), id);
    return { comment, message: request.translate(comment.held ? 'comment_held' : 'comment_added') };
  },
  'GET /comments/:id': async ({ deps, viewer, params, request }) => {
    const asking = askingOf(viewer, request);
    const { comment, page } = await findCommentPlace(deps, asking, params.id, { perPage: COMMENTS_A_PAGE });
    return { comment, page };
  },
  'PATCH /comments/:id': async ({ deps, viewer, params, body, request }) => {
    await editComment(deps, writerOf(viewer, request), params.id, body);
    const comment = await findComment(deps, askingOf(viewer, request), params.id);
    return { comment, message: request.translate('comment_edited') };
  },
  'DELETE /comments/:id': async ({ deps, viewer, params, request }) => {
    await removeComment(deps, viewer, params.id);
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
    const id = await postComment(deps, writerOf(viewer, request), { parentId: body.comment_id }, draft);
    reply.code(201);
    const made = await findComment(deps, askingOf(viewer, request), id);
    return { reply: made, message: request.translate(made.held ? 'comment_held' : 'reply_added') };
  },
  'PATCH /comment_replies/:id': async ({ deps, viewer, params, body, request }) => {
    await editComment(deps, writerOf(viewer, request), params.id, body);
    const changed = await findComment(deps, askingOf(viewer, request), params.id);
    return { reply: changed, message: request.translate('reply_edited') };
  },
  'DELETE /comment_replies/:id': async ({ deps, viewer, params, request }) => {
    await removeComment(deps, viewer, params.id);
    return { message: request.translate('reply_deleted') };
  },
  ...teamHandlers,
});
