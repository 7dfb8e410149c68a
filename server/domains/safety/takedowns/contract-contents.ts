/** What administrators do with texts and pictures of people. */
import Type from 'typebox';
import { Id, OneOf } from '../../../lib/schemas.ts';
import { AdminContent, LetterReply, Reasons } from './contract-shown.ts';
import { CONTENT_SUBJECTS } from './rules.ts';

const administration = { tag: 'Administration', access: 'administrator' } as const;
const ContentParams = Type.Object({ type: OneOf(CONTENT_SUBJECTS), id: Id });
const AdminContentReply = Type.Object({ content: AdminContent });

export const contentCalls = {
  'GET /admin/contents/:type/:id': {
    ...administration,
    summary: 'Get a comment, a reply, a short note, or the text or picture of a profile',
    params: ContentParams,
    replies: { 200: AdminContentReply },
  },
  'POST /admin/contents/:type/:id/hide': {
    ...administration,
    summary: 'Hide what somebody wrote, or their profile picture',
    description:
      'Its owner gets a statement of reasons and may object to it once. Its open reports are decided: of a person, those ' +
      'of the same category.',
    params: ContentParams,
    body: Reasons,
    replies: { 200: AdminContentReply },
    refusals: [404, 409],
    form: {},
  },
  'POST /admin/contents/:type/:id/letter': {
    ...administration,
    summary: 'Show the letter that hiding it would send; nothing is kept',
    params: ContentParams,
    body: Reasons,
    replies: { 200: LetterReply },
    refusals: [404],
    form: { shown: true },
  },
  'POST /admin/contents/:type/:id/show': {
    ...administration,
    summary: 'Show again what an administrator has hidden',
    description: 'A profile that has another text or picture by now keeps it.',
    params: ContentParams,
    replies: { 200: AdminContentReply },
    refusals: [404, 409],
    form: {},
  },
} as const;
