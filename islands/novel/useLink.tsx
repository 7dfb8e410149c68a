/** Where a link leads to: asked for in a dialog, while the text keeps what was chosen in it. */
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { safeHref } from '../../server/lib/prose/tags.ts';
import type { Writing } from './useWriting.ts';

export function useLink(writing: Writing) {
  const t = useTranslations('novel');
  const ids = useId();
  const question = useDialog();
  const range = useRef<Range | null>(null);
  const [address, setAddress] = useState<{ value: string; wrong: boolean }>({ value: '', wrong: false });

  const ask = () =>
    writing.act(({ editor }) => {
      range.current = editor.getSelection();
      const start = range.current.startContainer;
      const known = (start instanceof Element ? start : start.parentElement)?.closest('a');
      setAddress({ value: known?.getAttribute('href') ?? 'https://', wrong: false });
      question.open();
    });
  const put = (event: FormEvent) => {
    event.preventDefault();
    const typed = address.value.trim();
    const isMail = /^[^\s/@:]+@[^\s/@]+$/.test(typed);
    const href = safeHref(isMail ? `mailto:${typed}` : typed);
    if (href === null) return setAddress({ ...address, wrong: true });
    question.close();
    writing.act(({ editor }) => {
      if (range.current !== null) editor.setSelection(range.current);
      editor.makeLink(href);
      editor.focus();
    });
  };
  const cut = () => {
    question.close();
    writing.act(({ editor }) => {
      if (range.current !== null) editor.setSelection(range.current);
      editor.removeLink();
      editor.focus();
    });
  };

  const dialog = (
    <Dialog
      id={`${ids}-link`}
      ref={question.ref}
      heading={t('linkHeading')}
      light={false}
      actions={
        <>
          <Button type="submit" form={`${ids}-where`} kind="filled">
            {t('linkDo')}
          </Button>
          {writing.formats.has('link') && <Button onClick={cut}>{t('unlink')}</Button>}
          <Button kind="quiet" onClick={() => question.close()}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <form id={`${ids}-where`} method="dialog" noValidate onSubmit={put}>
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
  );
  return { ask, dialog };
}
