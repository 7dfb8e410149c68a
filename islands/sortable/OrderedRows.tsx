/** Rows sorted by dragging, by two buttons each, or by number in long lists. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { classes } from '../../pages/ui/classes.ts';
import { IconButton } from '../../pages/ui/IconButton.tsx';
import { Rows } from '../../pages/ui/Rows.tsx';
import { useAwake } from '../useRefusal.ts';
import { MoveDialog } from './MoveDialog.tsx';
import css from './OrderedRows.module.css';
import { Sortable, useSortableItem } from './Sortable.tsx';

type Titled = { id: string; title: string };

export type OrderedRowsProps<Item extends Titled> = {
  items: readonly Item[];
  canMove: boolean;
  /** For part of a longer list: rows before these, and rows in total. */
  before?: number;
  total?: number;
  newestFirst?: boolean;
  /** Places count from 0 in the whole list. */
  onMove: (from: number, to: number) => void;
  /** `tools` moves the row. `wasDragged` is true for a click that ends a drag. */
  children: (item: Item, place: number, view: { tools: ReactNode; wasDragged: () => boolean }) => ReactNode;
};

export function OrderedRows<Item extends Titled>({
  items,
  canMove,
  before = 0,
  total = items.length,
  newestFirst = false,
  onMove,
  children,
}: OrderedRowsProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  /** The button that keeps the focus when its row moves. */
  const focus = useRef<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const isMovable = canMove && total > 1;
  const awake = useAwake();
  /** Converts between a row's index and its number. */
  const turned = (place: number): number => (newestFirst ? total - 1 - place : place);
  const placeOf = (id: string | null): number => items.findIndex((item) => item.id === id);

  useEffect(() => {
    if (focus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${focus.current}"]:not(:disabled)`)?.focus();
    focus.current = null;
  });
  const move = (from: number, to: number, button: string) => {
    focus.current = `${items[from]?.id} ${button}`;
    onMove(before + from, before + to);
  };
  return (
    <div ref={list} className={css.list}>
      <Sortable
        ids={items.map(({ id }) => id)}
        nameOf={(id) => items[placeOf(id)]?.title ?? ''}
        onMove={(id, place) => move(placeOf(id), place, 'grip')}
        ghost={(id) => <div className={css.ghost}>{items[placeOf(id)]?.title}</div>}
      >
        {({ shown, wasDragged }) => (
          <Rows ordered>
            {shown.map((id, place) => {
              const item = items[placeOf(id)];
              if (item === undefined) return null;
              return (
                <Row
                  key={id}
                  item={item}
                  place={place}
                  before={before}
                  total={total}
                  isMovable={isMovable}
                  awake={awake}
                  onMove={(to, button) => move(place, to, button)}
                  onAsk={() => wasDragged() || setAsked(id)}
                >
                  {(tools) => children(item, place, { tools, wasDragged })}
                </Row>
              );
            })}
          </Rows>
        )}
      </Sortable>
      <MoveDialog
        title={items[placeOf(asked)]?.title ?? null}
        place={turned(before + placeOf(asked))}
        count={total}
        onMove={(from, to) => move(turned(from) - before, turned(to) - before, 'grip')}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

type RowProps = {
  item: Titled;
  place: number;
  before: number;
  total: number;
  isMovable: boolean;
  awake: boolean;
  onMove: (to: number, button: 'up' | 'down') => void;
  onAsk: () => void;
  children: (tools: ReactNode) => ReactNode;
};

function Row({
  item: { id, title },
  place,
  before,
  total,
  isMovable,
  awake,
  onMove,
  onAsk,
  children,
}: RowProps) {
  const t = useTranslations('sortable');
  const words = useTranslations('console');
  const { ref, grip, isSlot } = useSortableItem(id, place, !isMovable);
  const at = before + place;
  // Rendered only with a script. Their space is reserved.
  const tools = isMovable && (
    <span className={css.moves} data-needs-js>
      {awake && (
        <>
          <IconButton
            icon="grip-vertical"
            label={t('grip', { name: title })}
            data-move={`${id} grip`}
            className={css.grip}
            ref={grip}
            onClick={onAsk}
          />
          <IconButton
            icon="chevron-up"
            label={words('moveUp', { title })}
            data-move={`${id} up`}
            disabled={at === 0}
            onClick={() => onMove(place - 1, at === 1 ? 'down' : 'up')}
          />
          <IconButton
            icon="chevron-down"
            label={words('moveDown', { title })}
            data-move={`${id} down`}
            disabled={at === total - 1}
            onClick={() => onMove(place + 1, at === total - 2 ? 'up' : 'down')}
          />
        </>
      )}
    </span>
  );
  return (
    <div ref={ref} data-tile={id} className={classes(isSlot && css.slot)}>
      {children(tools)}
    </div>
  );
}
