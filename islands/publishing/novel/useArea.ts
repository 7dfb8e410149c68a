/** React hook for the writing area: opens it once, then reports input and the formats at the cursor. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Area, type AreaOptions, drawIn, type Format, formatsAt, openArea } from './area.ts';

export type UseAreaOptions = AreaOptions & {
  onOpen: (area: Area) => void;
  onInput: () => void;
};

export function useArea(root: RefObject<HTMLDivElement | null>, options: UseAreaOptions) {
  const [formats, setFormats] = useState<ReadonlySet<Format>>(new Set());
  const [isOpen, setOpen] = useState<boolean | 'failed'>(false);
  const area = useRef<Area | null>(null);

  const begin = useEffectEvent((place: HTMLDivElement) => {
    let gone = false;
    openArea(place, options)
      .then((made) => {
        if (gone) return made.destroy();
        area.current = made;
        setOpen(true);
        options.onOpen(made);
        made.editor.addEventListener('input', () => {
          drawIn(made.editor, options.onDraw);
          options.onInput();
        });
        const showFormats = () => setFormats(formatsAt(made.editor));
        for (const event of ['pathChange', 'select', 'cursor'])
          made.editor.addEventListener(event, showFormats);
      })
      .catch(() => setOpen('failed'));
    return () => {
      gone = true;
      area.current?.destroy();
      area.current = null;
    };
  });
  // Another chapter is another component, so the area opens once.
  useEffect(() => {
    const place = root.current;
    return place === null ? undefined : begin(place);
  }, [root]);

  return {
    area,
    isOpen,
    formats,
    act(deed: (area: Area) => void): void {
      if (area.current === null) return;
      deed(area.current);
      drawIn(area.current.editor, options.onDraw);
      setFormats(formatsAt(area.current.editor));
      options.onInput();
    },
  };
}
