/**
 * Pages on the screen in the wanted order: those on the server and those being uploaded. The server then gets this
 * order. An uploaded page keeps its tile.
 */
import { moved } from '../../move.ts';

export type Tile = {
  /** Does not change when an upload becomes a page. */
  readonly key: string;
  readonly pageId: string | null;
  readonly uploadKey: string | null;
  /** Removed, but undo is still possible. */
  readonly hidden: boolean;
};

export type Board = readonly Tile[];

const pageTile = (id: string): Tile => ({ key: id, pageId: id, uploadKey: null, hidden: false });

export const boardOf = (pageIds: readonly string[]): Board => pageIds.map(pageTile);

export const addUploads = (board: Board, keys: readonly string[]): Board => [
  ...board,
  ...keys.map((key) => ({ key, pageId: null, uploadKey: key, hidden: false })),
];

export const settlePages = (board: Board, uploadKey: string, pageId: string): Board =>
  board
    .filter((tile) => tile.uploadKey === uploadKey || tile.pageId !== pageId)
    .map((tile) => (tile.uploadKey === uploadKey ? { ...tile, pageId, uploadKey: null } : tile));

/** The upload was given up. Removes its tile unless it would replace a page. */
export const giveUp = (board: Board, uploadKey: string): Board =>
  board
    .filter((tile) => tile.uploadKey !== uploadKey || tile.pageId !== null)
    .map((tile) => (tile.uploadKey === uploadKey ? { ...tile, uploadKey: null } : tile));

export const replacing = (board: Board, pageId: string, uploadKey: string): Board =>
  board.map((tile) => (tile.pageId === pageId ? { ...tile, uploadKey } : tile));

export const swapUpload = (board: Board, from: string, to: string): Board =>
  board.map((tile) => (tile.uploadKey === from ? { ...tile, uploadKey: to } : tile));

/** Removes pages the server no longer has. `adopt` appends unknown pages, when no running upload can claim them. */
export function merge(board: Board, pageIds: readonly string[], { adopt }: { adopt: boolean }): Board {
  const there = new Set(pageIds);
  const kept = board.filter((tile) => tile.pageId === null || there.has(tile.pageId));
  if (!adopt) return kept;
  const known = new Set(kept.map((tile) => tile.pageId));
  return [...kept, ...pageIds.filter((id) => !known.has(id)).map(pageTile)];
}

/** Takes the server's order instead of ours. Uploads come last. */
export function followPages(board: Board, pageIds: readonly string[]): Board {
  const known = new Map(board.map((tile) => [tile.pageId, tile]));
  return [
    ...pageIds.map((id) => known.get(id) ?? pageTile(id)),
    ...board.filter((tile) => tile.pageId === null),
  ];
}

export const hidePages = (board: Board, key: string, hidden: boolean): Board =>
  board.map((tile) => (tile.key === key ? { ...tile, hidden } : tile));

export const without = (board: Board, key: string): Board => board.filter((tile) => tile.key !== key);

export const visible = (board: Board): Tile[] => board.filter((tile) => !tile.hidden);

/** Moves a tile among the visible tiles. Hidden tiles stay behind the same tile. */
export function moveTile(board: Board, key: string, place: number): Board {
  const shown = visible(board);
  const from = shown.findIndex((tile) => tile.key === key);
  if (from < 0) return board;
  const order = moved(shown, from, place);
  const result: Tile[] = [];
  const behind = (before: Tile | null) => {
    const at = before === null ? 0 : board.indexOf(before) + 1;
    for (let next = at; board[next]?.hidden; next += 1) result.push(board[next] as Tile);
  };
  behind(null);
  for (const tile of order) {
    result.push(tile);
    behind(tile);
  }
  return result;
}

/** The order to send to the server, hidden pages included. */
export const pageOrder = (board: Board): string[] => board.flatMap((tile) => tile.pageId ?? []);
