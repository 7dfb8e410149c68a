/** State of the page manager and how each event changes it. Pure: usePages does the sending. */
import type { Api } from '../../../server/api.ts';
import type { ReplyOf } from '../../../server/lib/contract.ts';
import {
  addUploads,
  type Board,
  boardOf,
  followPages,
  giveUp,
  hidePages,
  merge,
  moveTile,
  pageOrder,
  replacing,
  settlePages,
  swapUpload,
  without,
} from './board.ts';
import { advance, isBusy, type NewUpload, type Queue, type QueueEvent } from './uploadQueue.ts';

export type Tell = { done(text: string): void; failed(text: string | null): void };

export type PageList = ReplyOf<Api['GET /creator/pages']>;
export type PageFacts = PageList['pages'][number];

export type PagesState = {
  readonly pages: Readonly<Record<string, PageFacts>>;
  readonly board: Board;
  readonly queue: Queue;
  readonly serverOrder: readonly string[];
  /** Version of the episode, for optimistic locking. */
  readonly version: number;
};

export type PagesEvent =
  | Exclude<QueueEvent, { type: 'added' | 'finished' | 'dropped' }>
  | { type: 'chosen'; uploads: readonly NewUpload[] }
  | { type: 'replaced'; upload: NewUpload; tile: string }
  | { type: 'uploaded'; key: string; list: PageList }
  | { type: 'dropped'; key: string }
  | { type: 'listed'; list: PageList; follow?: boolean }
  | { type: 'versioned'; version: number }
  | { type: 'moved'; key: string; place: number }
  | { type: 'hidden' | 'shown' | 'gone'; key: string };

export const firstState = (list: PageList): PagesState => ({
  pages: byId({}, list.pages),
  board: boardOf(list.pages.map((page) => page.id)),
  queue: [],
  serverOrder: list.pages.map((page) => page.id),
  version: list.lock_version,
});

export function reduce(state: PagesState, event: PagesEvent): PagesState {
  switch (event.type) {
    case 'chosen': {
      const keys = event.uploads.map((upload) => upload.key);
      const queue = advance(state.queue, { type: 'added', uploads: event.uploads });
      return { ...state, queue, board: addUploads(state.board, keys) };
    }
    case 'replaced':
      return replace(state, event.tile, event.upload);
    case 'uploaded':
      return uploaded(state, event.key, event.list);
    case 'dropped':
      return {
        ...state,
        queue: advance(state.queue, { type: 'dropped', key: event.key }),
        board: giveUp(state.board, event.key),
      };
    case 'listed': {
      const next = listed(state, event.list);
      return event.follow ? { ...next, board: followPages(next.board, next.serverOrder) } : next;
    }
    case 'versioned':
      return { ...state, version: event.version };
    case 'moved':
      return { ...state, board: moveTile(state.board, event.key, event.place) };
    case 'hidden':
    case 'shown':
      return { ...state, board: hidePages(state.board, event.key, event.type === 'hidden') };
    case 'gone':
      return { ...state, board: without(state.board, event.key) };
    default:
      return { ...state, queue: advance(state.queue, event) };
  }
}

function replace(state: PagesState, tileKey: string, upload: NewUpload): PagesState {
  const tile = state.board.find(({ key }) => key === tileKey);
  if (tile === undefined) return state;
  const { pageId, uploadKey } = tile;
  const queue = uploadKey === null ? state.queue : advance(state.queue, { type: 'dropped', key: uploadKey });
  const seenMediaId = state.pages[pageId ?? '']?.media_id;
  const uploads = [pageId === null ? upload : { ...upload, replaces: pageId, seenMediaId }];
  const board =
    pageId === null
      ? swapUpload(state.board, uploadKey ?? '', upload.key)
      : replacing(state.board, pageId, upload.key);
  return { ...state, board, queue: advance(queue, { type: 'added', uploads }) };
}

function uploaded(state: PagesState, key: string, list: PageList): PagesState {
  const upload = state.queue.find((known) => known.key === key);
  if (upload === undefined) return state;
  // A new page has the id that its upload chose. An archive becomes many pages, which the next list contains.
  const pageId = upload.replaces ?? list.pages.find(({ id }) => id === key)?.id ?? null;
  const queue = advance(state.queue, { type: 'finished', key });
  const board = pageId === null ? giveUp(state.board, key) : settlePages(state.board, key, pageId);
  // Parallel answers overtake each other, so only this upload's own page counts. A version newer than our own
  // replacement includes somebody else's change, which we have not seen.
  const isOwn = upload.replaces !== null && list.lock_version === state.version + 1;
  const version = isOwn ? list.lock_version : state.version;
  return { ...state, queue, board, version, pages: { ...state.pages, ...own(list, pageId) } };
}

const own = (list: PageList, pageId: string | null): PagesState['pages'] =>
  Object.fromEntries(list.pages.filter((page) => page.id === pageId).map((page) => [page.id, page]));

function listed(state: PagesState, { pages, lock_version: version }: PageList): PagesState {
  const serverOrder = pages.map((page) => page.id);
  const board = merge(state.board, serverOrder, { adopt: !isBusy(state.queue) });
  // An overtaken answer must not restore an older version.
  return {
    ...state,
    pages: byId(state.pages, pages),
    board,
    serverOrder,
    version: Math.max(version, state.version),
  };
}

/** Each answer signs addresses again. Keeps the old ones, so that the browser does not load pictures twice. */
function byId(before: PagesState['pages'], pages: readonly PageFacts[]): PagesState['pages'] {
  const plain = (url: string | null) => url?.split('?', 1)[0];
  return Object.fromEntries(
    pages.map((page) => {
      const old = before[page.id];
      const same = old && plain(old.thumbnail_url) === plain(page.thumbnail_url);
      return [page.id, same ? { ...page, thumbnail_url: old.thumbnail_url, pieces: old.pieces } : page];
    }),
  );
}

/** True when the board's order differs from the server's and no running upload would change it. */
export function isOrderDue(state: PagesState): boolean {
  if (isBusy(state.queue)) return false;
  const wanted = pageOrder(state.board);
  return (
    wanted.length === state.serverOrder.length && wanted.some((id, place) => id !== state.serverOrder[place])
  );
}

export const isProcessing = ({ pages }: PagesState): boolean =>
  Object.values(pages).some(({ state }) => state === 'queued' || state === 'processing');

/** True when the local preview is no longer needed: the file is sent and the server has its thumbnail. */
export function isPictured({ queue, board, pages }: PagesState, key: string): boolean {
  if (queue.some((upload) => upload.key === key && upload.state !== 'done')) return false;
  const tile = board.find((known) => known.key === key || known.uploadKey === key);
  // A file without a tile was only just chosen.
  return tile !== undefined && (pages[tile.pageId ?? '']?.thumbnail_url ?? null) !== null;
}
