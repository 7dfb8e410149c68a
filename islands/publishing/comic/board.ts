/**
 * The pages as they lie on the screen: those of the server and those on their way there, in the order that is meant. The
 * server is brought into this order; a page that came by an upload keeps its tile.
 */
import { moved } from '../../move.ts';

export type Tile = {
  /** Stays the same while an upload becomes a page. */
  readonly key: string;
  readonly pageId: string | null;
  readonly uploadKey: string | null;
  /** Removed, but the way back is still open. */
  readonly hidden: boolean;
};

export type Board = readonly Tile[];

const pageTile = (id: string): Tile => ({ key: id, pageId: id, uploadKey: null, hidden: false });

export const boardOf = (pageIds: readonly string[]): Board => pageIds.map(pageTile);

export const addUploads = (board: Board, keys: readonly string[]): Board => [
  ...board,
  ...keys.map((key) => ({ key, pageId: null, uploadKey: key, hidden: false })),
];

/** An upload has become a page. */
export const settlePages = (board: Board, uploadKey: string, pageId: string): Board =>
  board
    .filter((tile) => tile.uploadKey === uploadKey || tile.pageId !== pageId)
    .map((tile) => (tile.uploadKey === uploadKey ? { ...tile, pageId, uploadKey: null } : tile));

/** An upload was given up: its tile goes, unless it was to replace a page. */
export const giveUp = (board: Board, uploadKey: string): Board =>
  board
    .filter((tile) => tile.uploadKey !== uploadKey || tile.pageId !== null)
    .map((tile) => (tile.uploadKey === uploadKey ? { ...tile, uploadKey: null } : tile));

/** Another picture is on its way to a page. */
export const replacing = (board: Board, pageId: string, uploadKey: string): Board =>
  board.map((tile) => (tile.pageId === pageId ? { ...tile, uploadKey } : tile));

/** Another file takes the place of one that was refused. */
export const swapUpload = (board: Board, from: string, to: string): Board =>
  board.map((tile) => (tile.uploadKey === from ? { ...tile, uploadKey: to } : tile));

/** What the server has no longer goes. What it has besides comes last, unless uploads of ours may still claim it. */
export function merge(board: Board, pageIds: readonly string[], { adopt }: { adopt: boolean }): Board {
  const there = new Set(pageIds);
  const kept = board.filter((tile) => tile.pageId === null || there.has(tile.pageId));
  if (!adopt) return kept;
  const known = new Set(kept.map((tile) => tile.pageId));
  return [...kept, ...pageIds.filter((id) => !known.has(id)).map(pageTile)];
}

/** The server's order, whatever was meant here; uploads come last. */
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

/** Moves a tile to a place among the visible ones; hidden ones stay behind the tile they stood behind. */
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

/** The order that the server is to have, hidden pages included. */
export const pageOrder = (board: Board): string[] => board.flatMap((tile) => tile.pageId ?? []);
