/** What can be done with the text, by button and by key. One stop of the tab key; arrows go from button to button. */
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { classes } from '../../pages/ui/classes.ts';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { IconButton, type IconButtonProps } from '../../pages/ui/IconButton.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { safeHref } from '../../server/lib/prose/tags.ts';
import { addScene, type Format, toggleFormat } from './area.ts';
import css from './Toolbar.module.css';
import type { Writing } from './useWriting.ts';

type Tool = { key: Exclude<Format, 'link'>; icon: IconButtonProps['icon']; keys?: string };

const TOOLS: readonly Tool[] = [
  // keys: novel.bold novel.italic novel.heading novel.quote novel.bullets novel.numbers
  { key: 'bold', icon: 'bold', keys: 'B' },
  { key: 'italic', icon: 'italic', keys: 'I' },
  { key: 'heading', icon: 'heading' },
  { key: 'quote', icon: 'text-quote' },
  { key: 'bullets', icon: 'list' },
  { key: 'numbers', icon: 'list-ordered' },
];

export function Toolbar({ writing, controls }: { writing: Writing; controls: string }) {
  const t = useTranslations('novel');
  const ids = useId();
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const link = useDialog();
  const range = useRef<Range | null>(null);
  const [address, setAddress] = useState<{ value: string; wrong: boolean }>({ value: '', wrong: false });
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

  const askLink = () =>
    writing.act(({ editor }) => {
      range.current = editor.getSelection();
      const start = range.current.startContainer;
      const known = (start instanceof Element ? start : start.parentElement)?.closest('a');
      setAddress({ value: known?.getAttribute('href') ?? 'https://', wrong: false });
      link.open();
    });
  const putLink = (event: FormEvent) => {
    event.preventDefault();
    const typed = address.value.trim();
    const isMail = /^[^\s/@:]+@[^\s/@]+$/.test(typed);
    const href = safeHref(isMail ? `mailto:${typed}` : typed);
    if (href === null) return setAddress({ ...address, wrong: true });
    link.close();
    writing.act(({ editor }) => {
      if (range.current !== null) editor.setSelection(range.current);
      editor.makeLink(href);
      editor.focus();
    });
  };
  const cutLink = () => {
    link.close();
    writing.act(({ editor }) => {
      if (range.current !== null) editor.setSelection(range.current);
      editor.removeLink();
      editor.focus();
    });
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
        // The text keeps its selection.
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
            icon: 'asterisk',
            onClick: () => writing.act(({ editor }) => addScene(editor)),
          })}
        </span>
        <span className={css.place}>
          {button(t('link'), {
            icon: 'link',
            'aria-pressed': formats.has('link'),
            'aria-haspopup': 'dialog',
            onClick: askLink,
          })}
        </span>
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
      <Dialog
        id={`${ids}-link`}
        ref={link.ref}
        heading={t('linkHeading')}
        light={false}
        actions={
          <>
            <Button type="submit" form={`${ids}-where`} kind="filled">
              {t('linkDo')}
            </Button>
            {formats.has('link') && <Button onClick={cutLink}>{t('unlink')}</Button>}
            <Button kind="quiet" onClick={() => link.close()}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <form id={`${ids}-where`} method="dialog" noValidate onSubmit={putLink}>
          <TextField
            label={t('address')}
            hint={t('addressHint')}
            name="address"
            inputMode="url"
            autoComplete="off"
            value={address.value}
            onChange={(event) => setAddress({ value: event.currentTarget.value, wrong: false })}
            errors={address.wrong ? [t('noAddress')] : []}
          />
        </form>
      </Dialog>
    </>
  );
}
