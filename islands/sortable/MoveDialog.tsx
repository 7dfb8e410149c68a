import { type FormEvent, useEffect, useId } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import css from './MoveDialog.module.css';

export type MoveDialogProps = {
  title: string | null;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onClose: () => void;
};

/** Moves a row to a number, for lists too long to drag. */
export function MoveDialog({ title, place, count, onMove, onClose }: MoveDialogProps) {
  const t = useTranslations('console');
  const id = useId();
  const { ref, open, close } = useDialog();

  useEffect(() => {
    if (title === null) return;
    open();
    ref.current?.querySelector('input')?.select();
  }, [title, open, ref]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wished = Number(new FormData(event.currentTarget).get('place'));
    close();
    if (Number.isInteger(wished) && wished >= 1 && wished - 1 !== place) onMove(place, wished - 1);
  };
  return (
    <Dialog id={id} ref={ref} heading={title ?? ''} closeLabel={t('close')} onClose={onClose}>
      {title !== null && (
        <form className={css.form} method="dialog" onSubmit={submit}>
          <TextField
            label={t('moveTo', { count })}
            name="place"
            type="number"
            inputMode="numeric"
            min={1}
            max={count}
            required
            defaultValue={place + 1}
          />
          <Button type="submit">{t('move')}</Button>
        </form>
      )}
    </Dialog>
  );
}
