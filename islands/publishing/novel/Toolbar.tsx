/** Toolbar with formats, by button and by key. One tab stop, arrow keys move between buttons. */
import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { IconButton, type IconButtonProps } from '../../../pages/ui/IconButton.tsx';
import { addScene, type Format, type Switch, toggleFormat } from './area.ts';
import css from './Toolbar.module.css';
import { useLink } from './useLink.tsx';
import { useNote } from './useNote.tsx';
import { type PictureWishes, usePicture } from './usePicture.tsx';
import { useReading } from './useReading.tsx';
import type { Writing } from './useWriting.ts';

type Tool = { key: Switch & MessageKey<'novel'>; icon: IconButtonProps['icon']; keys?: string };

const TOOLS: readonly Tool[] = [
  { key: 'bold', icon: 'bold', keys: 'B' },
  { key: 'italic', icon: 'italic', keys: 'I' },
  { key: 'heading', icon: 'heading' },
  { key: 'quote', icon: 'text-quote' },
  { key: 'bullets', icon: 'list' },
  { key: 'numbers', icon: 'list-ordered' },
];

type Ask = { ask: () => void; dialog: ReactNode };
type Asking = Ask & { key: Exclude<Format, Switch> & MessageKey<'novel'>; icon: IconButtonProps['icon'] };

export type ToolbarProps = { writing: Writing; controls: string; wishes: PictureWishes };

export function Toolbar({ writing, controls, wishes }: ToolbarProps) {
  const t = useTranslations('novel');
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const picture = usePicture(writing, wishes);
  const asking: readonly Asking[] = [
    { key: 'link', icon: 'link', ...useLink(writing) },
    { key: 'picture', icon: 'image', ...picture },
    { key: 'note', icon: 'asterisk', ...useNote(writing, wishes.language) },
    { key: 'ruby', icon: 'languages', ...useReading(writing, wishes.language) },
  ];
  const { formats, isOpen } = writing;

  const go = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const next = steps[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const place = (next + buttons.length) % buttons.length;
    setStop(place);
    buttons[place]?.focus();
  };

  let place = -1;
  const button = (label: string, props: Omit<IconButtonProps, 'label'>) => {
    place += 1;
    const own = place;
    return (
      <IconButton
        {...props}
        label={label}
        className={classes(css.tool, props['aria-pressed'] === true && css.on)}
        tabIndex={own === stop ? 0 : -1}
        aria-disabled={isOpen !== true || undefined}
        onFocus={() => setStop(own)}
        // Keeps the selection in the text.
        onMouseDown={(event) => event.preventDefault()}
      />
    );
  };
  return (
    <>
      <div
        className={css.bar}
        ref={bar}
        role="toolbar"
        aria-label={t('tools')}
        aria-controls={controls}
        onKeyDown={go}
      >
        {TOOLS.map(({ key, icon, keys }) => (
          <span key={key} className={css.place}>
            {button(keys === undefined ? t(key) : t('withKey', { name: t(key), key: keys }), {
              icon,
              'aria-pressed': formats.has(key),
              onClick: () => writing.act(({ editor }) => toggleFormat(editor, key)),
            })}
          </span>
        ))}
        <span className={css.place}>
          {button(t('scene'), {
            icon: 'minus',
            onClick: () => writing.act(({ editor }) => addScene(editor)),
          })}
        </span>
        {asking.map(({ key, icon, ask }) => (
          <span key={key} className={css.place}>
            {button(t(key), {
              icon,
              'aria-pressed': formats.has(key),
              'aria-haspopup': 'dialog',
              onClick: ask,
            })}
          </span>
        ))}
        <span className={classes(css.place, css.apart)}>
          {button(t('withKey', { name: t('undo'), key: 'Z' }), {
            icon: 'undo-2',
            onClick: () => writing.act(({ editor }) => void editor.undo()),
          })}
        </span>
        <span className={css.place}>
          {button(t('withKey', { name: t('redo'), key: 'Y' }), {
            icon: 'redo-2',
            onClick: () => writing.act(({ editor }) => void editor.redo()),
          })}
        </span>
      </div>
      {asking.map(({ key, dialog }) => (
        <Fragment key={key}>{dialog}</Fragment>
      ))}
      {picture.notice}
    </>
  );
}
