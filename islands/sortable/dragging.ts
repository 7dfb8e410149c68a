/** Configures the drag library. Loaded when the pointer or focus nears a sortable list. */
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

export type DraggingActions = {
  instructions: string;
  words: (said: Said, id: string, over: string) => string;
  lift: (id: string) => void;
  /** Must render the new order before it returns, since the library then measures it. */
  over: (id: string, target: string) => void;
  drop: (canceled: boolean) => void;
};

export type Dragging = {
  /** Without a grip the item stays, but others may take its place. */
  add: (id: string, index: number, element: Element, grip: Element | null) => DraggingItem;
  end: () => void;
};
export type DraggingItem = { place: (index: number) => void; remove: () => void };

const LIFT_PX = 6;
const LONG_MS = 300;
const SENSORS = [
  // A mouse lifts an item anywhere. Touch lifts by the grip, or anywhere after a delay, so that the page scrolls.
  PointerSensor.configure({
    activatorElements: (source) => [source.element],
    activationConstraints: ({ pointerType, target }, { handle }) =>
      pointerType === 'touch' && !handle?.contains(target as Node)
        ? [new PointerActivationConstraints.Delay({ value: LONG_MS, tolerance: LIFT_PX })]
        : [new PointerActivationConstraints.Distance({ value: LIFT_PX })],
  }),
  // The grip itself uses Enter.
  KeyboardSensor.configure({
    keyboardCodes: { ...KeyboardSensor.defaults.keyboardCodes, start: ['Space'] },
  }),
];
// React renders the order, so we omit the plugin that moves elements.
const ITEM_PLUGINS = [SortableKeyboardPlugin];

export function createDragging(overlay: Element, actions: DraggingActions): Dragging {
  const { instructions, words } = actions;
  const announcements = {
    dragstart: ({ operation: { source } }: DragStartEvent) =>
      source ? words('lifted', String(source.id), String(source.id)) : undefined,
    dragover: ({ operation: { source, target } }: DragOverEvent) => {
      // The item is over itself: its new place was already announced.
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
  // Our content security policy forbids its style elements. Our style sheet has the rules.
  manager.registry.plugins.get(StyleInjector)?.destroy();
  const feedback = manager.registry.plugins.get(Feedback);
  if (feedback) feedback.overlay = overlay;
  manager.monitor.addEventListener('dragstart', ({ operation: { source } }) => {
    if (source) actions.lift(String(source.id));
  });
  manager.monitor.addEventListener('dragover', ({ operation: { source, target } }) => {
    if (source && target) actions.over(String(source.id), String(target.id));
  });
  manager.monitor.addEventListener('dragend', ({ canceled }) => actions.drop(canceled));

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
