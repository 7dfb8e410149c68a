import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from '../../locales/react.tsx';
import { moved } from '../move.ts';
import type { Dragging, DraggingItem, Said } from './dragging.ts';
import css from './Sortable.module.css';

type Lifted = { id: string; place: number };

export type SortableProps = {
  ids: readonly string[];
  nameOf: (id: string) => string;
  onMove: (id: string, place: number) => void;
  /** Follows the pointer. The item itself leaves its place empty meanwhile. */
  ghost: (id: string) => ReactNode;
  children: (view: SortableView) => ReactNode;
};

export type SortableView = {
  /** The order to render. While dragging, the item's place stays empty. */
  shown: readonly string[];
  /** True for a click that ends a drag. */
  wasDragged: () => boolean;
};

const Around = createContext<{ dragging: Dragging | null; lifted: string | null }>({
  dragging: null,
  lifted: null,
});

export function Sortable({ ids, nameOf, onMove, ghost, children }: SortableProps) {
  const t = useTranslations('sortable');
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const around = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const dragged = useRef(false);
  const loading = useRef(false);
  const pressed = useRef<{ target: EventTarget; event: PointerEvent } | null>(null);
  const shown = lifted === null ? ids : moved(ids, ids.indexOf(lifted.id), lifted.place);
  const latest = useRef({ ids, shown, lifted, nameOf, onMove });
  latest.current = { ids, shown, lifted, nameOf, onMove };

  const wake = async (): Promise<void> => {
    if (loading.current || overlay.current === null) return;
    loading.current = true;
    const { createDragging } = await import('./dragging.ts');
    // The component may have unmounted meanwhile.
    if (overlay.current === null) return;
    const words = (said: Said, id: string, over: string): string => {
      const { ids, shown, nameOf } = latest.current;
      const place = said === 'at' || said === 'dropped' ? shown.indexOf(over) : ids.indexOf(id);
      const facts = { name: nameOf(id), place: place + 1, count: ids.length };
      if (said === 'lifted') return t('lifted', facts);
      if (said === 'at') return t('at', facts);
      return said === 'dropped' ? t('dropped', facts) : t('back', facts);
    };
    const made = createDragging(overlay.current, {
      instructions: t('instructions'),
      words,
      lift(id) {
        dragged.current = true;
        flushSync(() => setLifted({ id, place: latest.current.ids.indexOf(id) }));
      },
      over(id, target) {
        const place = latest.current.shown.indexOf(target);
        if (place >= 0) flushSync(() => setLifted({ id, place }));
      },
      drop(canceled) {
        const { lifted, ids, onMove } = latest.current;
        setLifted(null);
        if (lifted === null || canceled || ids.indexOf(lifted.id) === lifted.place) return;
        onMove(lifted.id, lifted.place);
      },
    });
    setDragging(made);
  };
  useEffect(() => () => dragging?.end(), [dragging]);
  useEffect(() => {
    if (dragging === null) return;
    // Items were only just registered and listen from the next frame on.
    const frame = requestAnimationFrame(() => {
      const press = pressed.current;
      pressed.current = null;
      if (press !== null) press.target.dispatchEvent(new PointerEvent('pointerdown', press.event));
    });
    return () => cancelAnimationFrame(frame);
  }, [dragging]);

  const near = useEffectEvent(() => void wake());
  const rest = useEffectEvent(() => {
    if (lifted === null) dragged.current = false;
  });
  const press = useEffectEvent((event: PointerEvent) => {
    rest();
    void wake();
    if (dragging !== null || event.target === null) return;
    pressed.current = { target: event.target, event };
    const release = () => {
      pressed.current = null;
    };
    addEventListener('pointerup', release, { once: true });
    addEventListener('pointercancel', release, { once: true });
  });
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const at = around.current;
    at?.addEventListener('pointerover', near, { signal });
    at?.addEventListener('focusin', near, { signal });
    at?.addEventListener('pointerdown', press, { signal, capture: true });
    at?.addEventListener('keydown', rest, { signal, capture: true });
    // Without a non-passive listener from the start, no later one can stop the page from scrolling.
    at?.addEventListener('touchmove', () => {}, { signal, passive: false });
    return () => gone.abort();
  }, []);

  return (
    <Around value={{ dragging, lifted: lifted?.id ?? null }}>
      <div className={css.around} ref={around}>
        {children({ shown, wasDragged: () => dragged.current })}
      </div>
      <div className={css.overlay} ref={overlay} data-dnd-overlay="">
        {lifted && (
          <div className={css.ghost} aria-hidden="true">
            {ghost(lifted.id)}
          </div>
        )}
      </div>
    </Around>
  );
}

/** `ref` is for the item's element, `grip` for the button that lifts it by keys or touch at once. */
export function useSortableItem(id: string, index: number, disabled = false) {
  const { dragging, lifted } = useContext(Around);
  const [element, ref] = useState<Element | null>(null);
  const [handle, grip] = useState<Element | null>(null);
  const item = useRef<DraggingItem | null>(null);
  const place = useRef(index);
  place.current = index;
  useLayoutEffect(() => {
    if (dragging === null || element === null || disabled) return;
    const added = dragging.add(id, place.current, element, handle);
    item.current = added;
    return () => {
      item.current = null;
      added.remove();
    };
  }, [dragging, id, element, handle, disabled]);
  useLayoutEffect(() => item.current?.place(index), [index]);
  return { ref, grip, isSlot: lifted === id };
}
