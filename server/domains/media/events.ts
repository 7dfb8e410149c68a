import Type from 'typebox';
import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

export const pictureUploaded = event('media.process', { mediaId: Id });

export const bookPictureUploaded = event('media.process_later', { mediaId: Id });

export const pictureOutdated = event('media.remake', { mediaId: Id });

export const pictureRemade = event('media.delete_old_editions', { mediaId: Id });

export const pictureProcessed = event('media.make_avif', { mediaId: Id });

export const picturesDeleted = event('media.delete_files', { mediaIds: Type.Array(Id) });
