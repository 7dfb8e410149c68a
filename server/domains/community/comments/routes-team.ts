import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../lib/mount.ts';
import type { teamCalls } from './contract-team.ts';
import { findTeamSettings, listTeamComments } from './queries-team.ts';
import { partOf } from './rules.ts';
import {
  hideAll,
  hideComment,
  keepOut,
  letBackIn,
  pinComment,
  setCommentSettings,
  setLock,
  showComment,
  unpin,
} from './team.ts';

export const teamHandlers: Handlers<typeof teamCalls, Deps> = {
  'POST /comments/:id/hide': async ({ deps, viewer, params, request }) => {
    await hideComment(deps, viewer, params.id);
    return { message: request.translate('comment_hidden') };
  },
  'POST /comments/:id/show': async ({ deps, viewer, params, request }) => {
    await showComment(deps, viewer, params.id);
    return { message: request.translate('comment_shown') };
  },
  'PUT /comments/:id/pin': async ({ deps, viewer, params, request }) => {
    await pinComment(deps, viewer, params.id);
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
    await setCommentSettings(deps, viewer, params.id, { closed, closeAfterDays });
    return { settings: body, message: request.translate('settings_changed') };
  },
  'PUT /creator/stories/:id/kept_out/:user_id': async ({ deps, viewer, params, body, request }) => {
    const { block = false } = body;
    await keepOut(deps, viewer, { storyId: params.id, userId: params.user_id, block });
    const message = request.translate(block ? 'person_blocked_and_kept_out' : 'person_kept_out');
    return { blocked: block, message };
  },
  'DELETE /creator/stories/:id/kept_out/:user_id': async ({ deps, viewer, params, request }) => {
    await letBackIn(deps, viewer, { storyId: params.id, userId: params.user_id });
    return { message: request.translate('person_let_in') };
  },
};
