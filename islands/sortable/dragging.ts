/** The library of dragging, and how the house wants it. Loaded when somebody comes near a list that can be sorted. */
import {
  Accessibility,
  AutoScroller,
  Cursor,
  DragDropManager,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  Droppable,
  Feedback,
  KeyboardSensor,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
  StyleInjector,
} from '@dnd-kit/dom';
import { Sortable, SortableKeyboardPlugin } from '@dnd-kit/dom/sortable';

export type Said = 'lifted' | 'at' | 'dropped' | 'back';

export type DraggingDeeds = {
  instructions: string;
  /** What is read aloud; `over` is the item whose place it would take. */
  words: (said: Said, id: string, over: string) => string;
  lift: (id: string) => void;
  /** Draws the new order before it returns: the library measures it next. */
  over: (id: string, target: string) => void;
  drop: (canceled: boolean) => void;
};

export type Dragging = {
  /** Without a grip others may take its place, but it stays where it is. */
  add: (id: string, index: number, element: Element, grip: Element | null) => DraggingItem;
  end: () => void;
};
export type DraggingItem = { place: (index: number) => void; remove: () => void };

const LIFT_PX = 6;
const LONG_MS = 300;
const SENSORS = [
  // A mouse takes an item anywhere, a finger by its grip, or anywhere after a moment, so that the page still scrolls.
  PointerSensor.configure({
    activatorElements: (source) => [source.element],
    activationConstraints: ({ pointerType, target }, { handle }) =>
      pointerType === 'touch' && !handle?.contains(target as Node)
        ? [new PointerActivationConstraints.Delay({ value: LONG_MS, tolerance: LIFT_PX })]
        : [new PointerActivationConstraints.Distance({ value: LIFT_PX })],
  }),
  // Enter is what the grip itself does.
  KeyboardSensor.configure({
    keyboardCodes: { ...KeyboardSensor.defaults.keyboardCodes, start: ['Space'] },
  }),
];
// React draws the order: the library's other plugin would move elements behind its back.
const ITEM_PLUGINS = [SortableKeyboardPlugin];

export function createDragging(overlay: Element, deeds: DraggingDeeds): Dragging {
  const { instructions, words } = deeds;
  const announcements = {
    dragstart: ({ operation: { source } }: DragStartEvent) =>
      source ? words('lifted', String(source.id), String(source.id)) : undefined,
    dragover: ({ operation: { source, target } }: DragOverEvent) => {
      // Over itself, once it lies where it is to go: that has been told.
      if (source === null || target === null || target.id === source.id) return;
      return words('at', String(source.id), String(target.id));
    },
    dragend: ({ operation: { source, target }, canceled }: DragEndEvent) => {
      if (source === null) return;
      return words(canceled ? 'back' : 'dropped', String(source.id), String(target?.id ?? source.id));
    },
  };
  const manager = new DragDropManager({
    sensors: SENSORS,
    plugins: [
      AutoScroller,
      Cursor,
      Feedback,
      PreventSelection,
      Accessibility.configure({
        screenReaderInstructions: { draggable: instructions },
        announcements,
      }),
    ],
  });
  // It would write style elements, which our content security policy forbids; the rules stand in our own style sheet.
  manager.registry.plugins.get(StyleInjector)?.destroy();
  const feedback = manager.registry.plugins.get(Feedback);
  if (feedback) feedback.overlay = overlay;
  manager.monitor.addEventListener('dragstart', ({ operation: { source } }) => {
    if (source) deeds.lift(String(source.id));
  });
  manager.monitor.addEventListener('dragover', ({ operation: { source, target } }) => {
    if (source && target) deeds.over(String(source.id), String(target.id));
  });
  manager.monitor.addEventListener('dragend', ({ canceled }) => deeds.drop(canceled));

  return {
    add(id, index, element, grip) {
      if (grip === null) {
        const target = new Droppable({ id, element }, manager);
        return { place() {}, remove: () => target.destroy() };
      }
      const item = new Sortable({ id, index, element, handle: grip, plugins: ITEM_PLUGINS }, manager);
      return {
        place(index) {
          item.index = index;
        },
        remove: item.destroy,
      };
    },
    end: () => manager.destroy(),
  };
}
