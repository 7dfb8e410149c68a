/** Moving tiles by pointer: lifted after a few pixels, put down where it is let go, back on Escape. */
import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

const LIFT_PX = 6;
const EDGE_PX = 72;
const SCROLL_PX = 12;

export type Lifted = { key: string; place: number };

type Grab = { key: string; x: number; y: number; offsetX: number; offsetY: number; width: number };

/** Tiles carry `data-tile`; `places` are their keys as they lie at present. */
export function useDrag(places: readonly string[], onDrop: (key: string, place: number) => void) {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const grab = useRef<Grab | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  /** A click that ends a drag opens nothing. */
  const wasDragged = useRef(false);
  const active = lifted !== null;

  const follow = useEffectEvent((x: number, y: number) => {
    const held = grab.current;
    if (held === null || ghost.current === null) return;
    ghost.current.style.width = `${held.width}px`;
    ghost.current.style.translate = `${x - held.offsetX}px ${y - held.offsetY}px`;
    const over = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-tile]')?.dataset.tile;
    if (over === undefined || over === held.key) return;
    const place = places.indexOf(over);
    if (place >= 0) setLifted({ key: held.key, place });
  });
  const drop = useEffectEvent((keep: boolean) => {
    const held = grab.current;
    grab.current = null;
    if (lifted !== null && keep && held !== null) onDrop(held.key, lifted.place);
    setLifted(null);
  });

  useEffect(() => {
    if (!active) return;
    let at = { x: grab.current?.x ?? 0, y: grab.current?.y ?? 0 };
    let frame = 0;
    const tick = () => {
      const step = at.y < EDGE_PX ? -SCROLL_PX : at.y > innerHeight - EDGE_PX ? SCROLL_PX : 0;
      if (step !== 0) scrollBy(0, step);
      follow(at.x, at.y);
      frame = requestAnimationFrame(tick);
    };
    tick();
    const move = (event: PointerEvent) => {
      at = { x: event.clientX, y: event.clientY };
    };
    const up = () => drop(true);
    const cancel = () => drop(false);
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') drop(false);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', key);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', key);
    };
  }, [active]);

  return {
    lifted,
    ghost,
    wasDragged: (): boolean => wasDragged.current,
    /** For the tile: a mouse takes it anywhere, a finger by its grip, so that the page still scrolls. */
    onPointerDown(event: ReactPointerEvent<HTMLElement>, key: string): void {
      wasDragged.current = false;
      const target = event.target as HTMLElement;
      const onGrip = target.closest('[data-grip]') !== null;
      if (event.button !== 0 || (!onGrip && (event.pointerType !== 'mouse' || target.closest('button'))))
        return;
      const box = event.currentTarget.getBoundingClientRect();
      const { clientX: x, clientY: y, pointerId: pointer } = event;
      const from = { x, y };
      const begin = (move: PointerEvent) => {
        if (move.pointerId !== pointer || Math.hypot(move.clientX - from.x, move.clientY - from.y) < LIFT_PX)
          return;
        end();
        wasDragged.current = true;
        grab.current = {
          key,
          x: move.clientX,
          y: move.clientY,
          offsetX: x - box.left,
          offsetY: y - box.top,
          width: box.width,
        };
        setLifted({ key, place: places.indexOf(key) });
      };
      const end = () => {
        removeEventListener('pointermove', begin);
        removeEventListener('pointerup', end);
        removeEventListener('pointercancel', end);
      };
      addEventListener('pointermove', begin);
      addEventListener('pointerup', end);
      addEventListener('pointercancel', end);
    },
  };
}
