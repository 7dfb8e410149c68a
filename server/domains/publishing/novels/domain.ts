import Type from 'typebox';
import { chapterPictures, chapters, epubChapters, epubs } from '#db/schema/index.ts';
import { Id } from '../../../lib/schemas.ts';
import { defineDomain, job, OFTEN_MS, SELDOM_MS } from '../../define.ts';
import { readBook } from './books/read.ts';
import { deleteEpubFiles, eraseBooks, refuseBook } from './books/service.ts';
import { removeOldBooks, requeueStuckBooks } from './books/sweeps.ts';
import { novelsContract } from './contract.ts';
import { novelLimits } from './limits.ts';
import { collectChapters } from './personal.ts';
import { novelsRoutes } from './routes.ts';
import { readOldChapters } from './unread.ts';

export const novels = defineDomain({
  name: 'novels',
  contract: novelsContract,
  routes: novelsRoutes,
  tables: [chapters, epubs, epubChapters, chapterPictures],
  jobs: [
    job(
      'novels.read_epub',
      { epubId: Id },
      { group: 'images', attempts: 6, backoffMs: 2_000, priority: 0 },
      {
        run: (deps, { epubId }) => readBook(deps, { epubId }),
        // Its creator sees that it failed instead of one that is read for ever.
        giveUp: (deps, { epubId }) => refuseBook(deps, epubId, { reason: 'failed' }),
      },
    ),
    job(
      'novels.delete_epub_files',
      { epubIds: Type.Array(Id) },
      { group: 'quick', attempts: 10, backoffMs: 5_000, priority: 0 },
      { run: (deps, { epubIds }) => deleteEpubFiles(deps, epubIds) },
    ),
  ],
  sweeps: [
    { name: 'novels.requeue_stuck_books', everyMs: OFTEN_MS, run: requeueStuckBooks },
    { name: 'novels.read_old_chapters', everyMs: SELDOM_MS, run: readOldChapters },
    { name: 'novels.remove_old_books', everyMs: SELDOM_MS, run: removeOldBooks },
  ],
  limits: novelLimits,
  // The original of chapters in a story of others stays with them.
  personal: { columns: { 'epubs.owner_id': 'kept' }, collect: collectChapters, erase: eraseBooks },
});
