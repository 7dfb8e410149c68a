import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { notesContract } from './contract.ts';
import { findOwnNote, listNotes } from './queries.ts';
import { listLeft, reactTo } from './reactions.ts';
import { deleteNote, leaveNote, setNoteHidden } from './service.ts';

export const notesRoutes = defineRoutes<typeof notesContract, Deps>(notesContract, {
  'GET /tsukkomi_comments': ({ deps, viewer, query, request }) =>
    listNotes(
      deps,
      { viewer, country: request.country },
      {
        episodeId: query.episode_id,
        pageId: query.page_id,
        chapterId: query.chapter_id,
        upto: query.upto,
      },
    ),
  'POST /tsukkomi_comments': async ({ deps, viewer, body, headers, request, reply }) => {
    const { episode_id: episodeId, page_id: pageId, chapter_id: chapterId, x, y, offset } = body;
    const writer = { viewer, country: request.country, address: request.ip };
    const key = headers['Idempotency-Key'];
    const draft = { episodeId, pageId, chapterId, x, y, offset, body: body.body, key };
    const id = await leaveNote(deps, writer, draft);
    reply.code(201);
    const note = await findOwnNote(deps, viewer.id, id);
    return {
      tsukkomi_comment: note,
      message: request.translate(note.hidden ? 'note_held' : 'note_added'),
    };
  },
  'DELETE /tsukkomi_comments/:id': async ({ deps, viewer, params, request }) => {
    await deleteNote(deps, viewer, params.id);
    return { message: request.translate('note_deleted') };
  },
  'POST /tsukkomi_comments/:id/hide': async ({ deps, viewer, params, request }) => {
    await setNoteHidden(deps, viewer, params.id, true);
    return { message: request.translate('note_hidden') };
  },
  'POST /tsukkomi_comments/:id/show': async ({ deps, viewer, params, request }) => {
    await setNoteHidden(deps, viewer, params.id, false);
    return { message: request.translate('note_shown') };
  },
  'GET /pop_reactions': ({ deps, viewer, query, request }) =>
    listLeft(deps, { viewer, country: request.country }, query.episode_id),
  'POST /pop_reaction': async ({ deps, viewer, body, request }) => {
    const place = { pageId: body.page_id, chapterId: body.chapter_id };
    const felt = await reactTo(
      deps,
      { viewer, country: request.country, address: request.ip },
      place,
      body.kind,
    );
    return { ...felt, message: request.translate(felt.mine === null ? 'reaction_gone' : 'reaction_kept') };
  },
});
