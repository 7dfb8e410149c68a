import { type FormEvent, useEffect, useId } from 'react';
import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';
import { Line } from '../../../pages/ui/Stack.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import css from './PageDialog.module.css';
import type { PageFacts } from './state.ts';

export type PageDialogProps = {
  page: PageFacts;
  number: number;
  count: number;
  onMove: (place: number) => void;
  onReplace: () => void;
  onRemove: () => void;
  onClose: () => void;
};

export function PageDialog({ page, number, count, onMove, onReplace, onRemove, onClose }: PageDialogProps) {
  const t = useTranslations('console');
  const problems = useTranslations('problems');
  const id = useId();
  const { ref, open, close } = useDialog();
  useEffect(open, [open]);

  const move = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = Number(new FormData(event.currentTarget).get('place'));
    close();
    if (Number.isInteger(wanted)) onMove(wanted - 1);
  };
  const key = page.error as MessageKey<'problems'>;
  return (
    <Dialog id={id} ref={ref} heading={t('pageNumber', { number })} closeLabel={t('close')} onClose={onClose}>
      <p className={css.name}>{page.name}</p>
      {page.error !== null && (
        <p className={css.problem}>
          {t('pictureFailed', { problem: problems.has(key) ? problems(key) : problems('invalid') })}
        </p>
      )}
      <PagePieces page={page} alt={t('pageAlt', { number, name: page.name })} />
      {count > 1 && (
        <form method="dialog" className={css.move} onSubmit={move}>
          <TextField
            label={t('moveTo', { count })}
            name="place"
            type="number"
            min={1}
            max={count}
            defaultValue={number}
            required
          />
          <Button type="submit">{t('move')}</Button>
        </form>
      )}
      <Line gap={2} className={css.actions}>
        <Button
          icon="image"
          onClick={() => {
            close();
            onReplace();
          }}
        >
          {t('replacePage')}
        </Button>
        <Button
          kind="danger"
          icon="trash-2"
          onClick={() => {
            close();
            onRemove();
          }}
        >
          {t('removePage')}
        </Button>
      </Line>
    </Dialog>
  );
}

/** Shows a page whole. A strip scrolls, with no gap between its pieces. */
function PagePieces({ page, alt }: { page: PageFacts; alt: string }) {
  const [first, ...others] = page.pieces;
  if (first === undefined) return null;
  if (others.length === 0) return <img className={css.preview} {...pictureOf(first)} alt={alt} />;
  return (
    // Makes the scroll area focusable, since not all browsers do.
    <section className={css.strip} aria-label={alt} tabIndex={0}>
      {page.pieces.map((piece) => (
        <img key={piece.url} {...pictureOf(piece)} alt="" loading="lazy" />
      ))}
    </section>
  );
}

const pictureOf = ({ url, ...size }: PageFacts['pieces'][number]) => ({ src: url, ...size });
