/** Suggests people below a field while the user types an `@`. Keys or clicks choose, Escape closes. */
import { type KeyboardEvent, useId, useState } from 'react';
import { begunBefore, offeredFor, type Person } from './named.ts';
import { useThread } from './thread.ts';

type Open = { people: readonly Person[]; active: number };

export function useNamed(area: () => HTMLTextAreaElement | null) {
  const { people, viewerId } = useThread();
  const id = useId();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const begunIn = (text: HTMLTextAreaElement) =>
    text.selectionStart === text.selectionEnd ? begunBefore(text.value.slice(0, text.selectionStart)) : null;
  const look = () => {
    const text = area();
    const begun = text && begunIn(text);
    const found =
      begun === null ? [] : offeredFor(begun, people.values()).filter((person) => person.id !== viewerId);
    setOpen(found.length === 0 ? null : { people: found, active: 0 });
  };
  const choose = (person: Person) => {
    const text = area();
    const begun = text && begunIn(text);
    if (text === null || begun === null) return;
    text.setRangeText(`${person.slug} `, text.selectionStart - begun.length, text.selectionStart, 'end');
    close();
    // Stores and counts the text as if typed.
    text.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const keys: Record<string, (now: Open) => void> = {
    ArrowDown: ({ people, active }) => setOpen({ people, active: (active + 1) % people.length }),
    ArrowUp: ({ people, active }) =>
      setOpen({ people, active: (active + people.length - 1) % people.length }),
    Enter: ({ people, active }) => people[active] && choose(people[active]),
    Tab: ({ people, active }) => people[active] && choose(people[active]),
    Escape: close,
  };
  return {
    id,
    open,
    choose,
    field: {
      onInput: look,
      onBlur: close,
      onKeyDown(event: KeyboardEvent) {
        const deed = open === null || event.nativeEvent.isComposing ? undefined : keys[event.key];
        if (open === null || deed === undefined || event.shiftKey) return;
        // Prevents a new line in the field and closing the panel.
        event.preventDefault();
        event.stopPropagation();
        deed(open);
      },
      'aria-autocomplete': 'list' as const,
      'aria-controls': open === null ? undefined : id,
      'aria-activedescendant': open === null ? undefined : `${id}${open.active}`,
    },
  };
}
