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
    summary: 'Hide a comment, a reply, a short note, or the text or picture of a profile',
    description:
      'The owner gets a statement of reasons and may appeal once. The call also decides the open reports about it. ' +
      'For a person, it decides only the reports of the same category.',
    params: ContentParams,
    body: Reasons,
    replies: { 200: AdminContentReply },
    refusals: [404, 409],
    form: {},
  },
  'POST /admin/contents/:type/:id/letter': {
    ...administration,
    summary: 'Preview the letter that hiding the content would send, without storing it',
    params: ContentParams,
    body: Reasons,
    replies: { 200: LetterReply },
    refusals: [404],
    form: { shown: true },
  },
  'POST /admin/contents/:type/:id/show': {
    ...administration,
    summary: 'Show content again that an administrator has hidden',
    description: 'A profile that has a new text or picture by now keeps the new one.',
    params: ContentParams,
    replies: { 200: AdminContentReply },
    refusals: [404, 409],
    form: {},
  },
} as const;
