import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { VisuallyHidden } from '../../../pages/ui/VisuallyHidden.tsx';
import { Sortable } from '../../sortable/Sortable.tsx';
import { type Tile, visible } from './board.ts';
import { PageDialog } from './PageDialog.tsx';
import css from './PageGrid.module.css';
import { PageTile } from './PageTile.tsx';
import type { Pages } from './usePages.ts';

/** Target place of a page for a key. The grid reads left to right, row by row. */
const placeAfter = (key: string, place: number, count: number): number | null => {
  const places: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowUp: place - 1,
    ArrowRight: place + 1,
    ArrowDown: place + 1,
    Home: 0,
    End: count - 1,
  };
  const wanted = places[key];
  return wanted === undefined ? null : Math.min(Math.max(wanted, 0), count - 1);
};

export function PageGrid({
  pages,
  mayEdit,
  onReplace,
  onSwap,
}: {
  pages: Pages;
  mayEdit: boolean;
  onReplace: (tile: string) => void;
  onSwap?: (pageId: string) => void;
}) {
  const t = useTranslations('console');
  const { state } = pages;
  const grid = useRef<HTMLOListElement>(null);
  const focus = useRef<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const tiles = visible(state.board);

  /** A moved element loses the focus. This returns the focus to its grip. */
  useEffect(() => {
    if (focus.current === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(focus.current)}"]`)?.focus();
    focus.current = null;
  });

  const move = (key: string, place: number) => {
    focus.current = key;
    pages.move(key, place);
    setSaid(t('nowAt', { place: place + 1, count: tiles.length }));
  };
  const keyed = (event: KeyboardEvent, tile: Tile, place: number) => {
    const to = placeAfter(event.key, place, tiles.length);
    if (to === null || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    event.preventDefault();
    if (to !== place) move(tile.key, to);
  };
  const remove = (tile: Tile, place: number) => {
    const next = tiles[place + 1] ?? tiles[place - 1];
    focus.current = next?.key ?? null;
    if (tile.pageId !== null) void pages.removal.remove(tile.key, tile.pageId);
  };

  const uploads = new Map(state.queue.map((upload) => [upload.key, upload]));
  const byKey = new Map(tiles.map((tile) => [tile.key, tile]));
  const rowsIn = (keys: readonly string[]) => {
    let number = 0;
    return keys.flatMap((key) => {
      const tile = byKey.get(key);
      if (tile === undefined) return [];
      const upload = uploads.get(tile.uploadKey ?? '') ?? null;
      const page = state.pages[tile.pageId ?? ''] ?? null;
      const counts = page !== null || upload?.state !== 'failed';
      if (counts) number += 1;
      return [{ tile, upload, page, number: counts ? number : null }];
    });
  };
  const keys = tiles.map((tile) => tile.key);
  const rows = rowsIn(keys);
  const opened = rows.find((row) => row.tile.key === open);
  const nameOf = (key: string) => {
    const row = rows.find(({ tile }) => tile.key === key);
    return row?.page?.name ?? row?.upload?.name ?? '';
  };
  const pictureOf = (key: string) => {
    const page = state.pages[byKey.get(key)?.pageId ?? ''];
    return page?.thumbnail_url ?? pages.uploads.previewOf(key) ?? undefined;
  };

  return (
    <>
      <Sortable
        ids={keys}
        nameOf={nameOf}
        onMove={move}
        ghost={(key) => (
          <div className={css.ghost}>
            <img src={pictureOf(key)} alt="" />
          </div>
        )}
      >
        {({ shown, wasDragged }) => (
          <ol className={css.grid} ref={grid}>
            {rowsIn(shown).map(({ tile, upload, page, number }, place) => (
              <PageTile
                key={tile.key}
                tile={tile}
                place={place}
                number={number}
                page={page}
                upload={upload}
                preview={pages.uploads.previewOf(tile.uploadKey) ?? pages.uploads.previewOf(tile.key)}
                mayEdit={mayEdit}
                onSwap={onSwap && page ? () => onSwap(page.id) : undefined}
                onKey={(event) => keyed(event, tile, place)}
                onOpen={() => wasDragged() || setOpen(tile.key)}
                onReplace={() => onReplace(tile.key)}
                onRetry={() => pages.uploads.retry(tile.uploadKey ?? '')}
                onCancel={() => pages.uploads.cancel(tile.uploadKey ?? '')}
              />
            ))}
          </ol>
        )}
      </Sortable>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {opened?.page && (
        <PageDialog
          key={opened.tile.key}
          page={opened.page}
          number={opened.number ?? 0}
          count={tiles.length}
          onMove={(place) => move(opened.tile.key, Math.min(Math.max(place, 0), tiles.length - 1))}
          onReplace={() => onReplace(opened.tile.key)}
          onRemove={() => {
            // The dialog disappears with its page before it can report closing.
            setOpen(null);
            remove(opened.tile, rows.indexOf(opened));
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
