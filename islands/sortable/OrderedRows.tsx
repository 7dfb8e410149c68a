/** Rows put in order by dragging, by two buttons each, and by naming a place where a list is too long to drag. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { classes } from '../../pages/ui/classes.ts';
import { IconButton } from '../../pages/ui/IconButton.tsx';
import { Rows } from '../../pages/ui/Rows.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import css from './OrderedRows.module.css';
import { Sortable, useSortableItem } from './Sortable.tsx';

type Titled = { id: string; title: string };

export type OrderedRowsProps<Item extends Titled> = {
  items: readonly Item[];
  canMove: boolean;
  /** Places count from 0. */
  onMove: (from: number, to: number) => void;
  /** `tools` moves the row; a click that ends a drag opens nothing. */
  children: (item: Item, place: number, view: { tools: ReactNode; wasDragged: () => boolean }) => ReactNode;
};

export function OrderedRows<Item extends Titled>({
  items,
  canMove,
  onMove,
  children,
}: OrderedRowsProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  /** The button that must keep the focus although its row has moved. */
  const focus = useRef<string | null>(null);
  /** The row that is asked a place for. */
  const [asked, setAsked] = useState<string | null>(null);
  const isMovable = canMove && items.length > 1;
  const placeOf = (id: string | null): number => items.findIndex((item) => item.id === id);

  useEffect(() => {
    if (focus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${focus.current}"]:not(:disabled)`)?.focus();
    focus.current = null;
  });
  const move = (from: number, to: number, button: string) => {
    focus.current = `${items[from]?.id} ${button}`;
    onMove(from, to);
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
                  count={items.length}
                  isMovable={isMovable}
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
        place={placeOf(asked)}
        count={items.length}
        onMove={(from, to) => move(from, to, 'grip')}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

type RowProps = {
  item: Titled;
  place: number;
  count: number;
  isMovable: boolean;
  onMove: (to: number, button: 'up' | 'down') => void;
  onAsk: () => void;
  children: (tools: ReactNode) => ReactNode;
};

function Row({ item: { id, title }, place, count, isMovable, onMove, onAsk, children }: RowProps) {
  const t = useTranslations('sortable');
  const words = useTranslations('console');
  const { ref, grip, isSlot } = useSortableItem(id, place, !isMovable);
  const tools = isMovable && (
    <span className={css.moves} data-needs-js>
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
        disabled={place === 0}
        onClick={() => onMove(place - 1, place === 1 ? 'down' : 'up')}
      />
      <IconButton
        icon="chevron-down"
        label={words('moveDown', { title })}
        data-move={`${id} down`}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1, place === count - 2 ? 'up' : 'down')}
      />
    </span>
  );
  return (
    <div ref={ref} data-tile={id} className={classes(isSlot && css.slot)}>
      {children(tools)}
    </div>
  );
}
