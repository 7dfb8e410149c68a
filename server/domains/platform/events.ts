import Type from 'typebox';
import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

export const cdnPurgeQueued = event('operations.purge_cdn', {
  tags: Type.Array(Type.String(), { description: 'told before, and told once more' }),
});

export const mailQueued = event('mail.send', { mailId: Id });
