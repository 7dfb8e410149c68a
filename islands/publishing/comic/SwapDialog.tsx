/** Replaces a page of a published episode: choose the page and picture, compare, replace in one step (PAG-06). */
import { useEffect, useId, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { FileButton } from '../../../pages/ui/FileButton.tsx';
import { Icon } from '../../../pages/ui/Icon.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { Progress } from '../../../pages/ui/Progress.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import { megabytes } from '../../bytes.ts';
import { RefusedAction } from '../../RefusedAction.tsx';
import { useAction } from '../../useRefusal.ts';
import { PageChoice } from './PageChoice.tsx';
import css from './SwapDialog.module.css';
import type { PageFacts } from './state.ts';
import { type NewPicture, useNewPicture } from './useNewPicture.ts';

export type SwapDialogProps = {
  pages: readonly PageFacts[];
  pageId: string | null;
  purpose: 'page' | 'strip';
  onSwap: (pageId: string, mediaId: string) => Promise<void>;
  onClose: () => void;
};

export function SwapDialog({ pages, pageId, purpose, onSwap, onClose }: SwapDialogProps) {
  const t = useTranslations('console');
  const swap = useTranslations('console.swap');
  const release = useTranslations('release');
  const id = useId();
  const { ref, open, close } = useDialog();
  const { refusal, setRefusal, busy, run } = useAction();
  const { picture, problem, choose } = useNewPicture(purpose);
  const [chosen, setChosen] = useState(pageId);
  const place = pages.findIndex((page) => page.id === chosen);
  const page = pages[place];
  const number = place + 1;
  const isChosen = page !== undefined;
  useEffect(open, [open]);
  useEffect(() => {
    // The button that chose the page is gone, so the focus moves to the file field.
    if (isChosen) ref.current?.querySelector<HTMLElement>('input[type=file]')?.focus();
  }, [isChosen, ref]);

  const replace = async (mediaId: string) => {
    if (page !== undefined && (await run(() => onSwap(page.id, mediaId)))) close();
  };
  const ready = picture?.step === 'ready' ? picture.media : null;
  return (
    <Dialog
      id={id}
      ref={ref}
      heading={isChosen ? swap('ask', { number }) : swap('which')}
      light={picture === null}
      onClose={onClose}
      actions={
        <>
          {ready && (
            <Button kind="filled" busy={busy && swap('doing')} onClick={() => void replace(ready.id)}>
              {swap('ask', { number })}
            </Button>
          )}
          <Button kind="quiet" onClick={() => close()}>
            {release('cancel')}
          </Button>
        </>
      }
    >
      <p className={css.lead}>{swap('lead')}</p>
      {page === undefined ? (
        <PageChoice
          pages={pages}
          keyOf={(one) => one.id}
          nameOf={(_, place) => t('pageNumber', { number: place + 1 })}
          addressOf={(one) => one.thumbnail_url}
          onChoose={(one) => setChosen(one.id)}
        />
      ) : (
        <>
          <div className={css.swap}>
            <figure>
              <img src={page.pieces[0]?.url} alt={swap('altNow', { number })} />
              <figcaption>{swap('now')}</figcaption>
            </figure>
            <Icon name="arrow-right" />
            <figure>
              {picture === null ? (
                <div className={css.none} />
              ) : (
                <img src={picture.url} alt={swap('alt', { number })} />
              )}
              <figcaption role="status">{picture && <Facts picture={picture} />}</figcaption>
            </figure>
          </div>
          {page.alt_text !== '' && <p className={css.lead}>{swap('altStays', { text: page.alt_text })}</p>}
          <Course picture={picture} />
          {problem !== null && (
            <Notice kind="bad" urgent>
              {t('notReplaced')} {problem}
            </Notice>
          )}
          <RefusedAction refusal={refusal} />
          {!busy && (
            <div className={css.choice}>
              <FileButton
                label={picture === null ? t('choosePicture') : t('changePicture')}
                aria-describedby={`${id}-hint`}
                onChoose={(file) => {
                  setRefusal(null);
                  choose(file);
                }}
              />
              <p className={css.hint} id={`${id}-hint`}>
                {swap('hint')}
              </p>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

function Facts({ picture }: { picture: NewPicture }) {
  const t = useTranslations('console');
  const swap = useTranslations('console.swap');
  const { step, name, bytes, sentBytes, media } = picture;
  return (
    <>
      <b>{name}</b>
      {step === 'sending' && <Progress label={t('uploadOf', { name })} value={sentBytes} max={bytes} />}
      {step === 'processing' && <span>{t('pictureProcessing')}</span>}
      {step === 'ready' && media && (
        <span>
          {swap('facts', {
            width: String(media.width),
            height: String(media.height),
            size: megabytes(bytes),
          })}
        </span>
      )}
    </>
  );
}

function Course({ picture }: { picture: NewPicture | null }) {
  const swap = useTranslations('console.swap');
  const isReady = picture?.step === 'ready';
  return (
    <ol className={css.course} aria-label={swap('steps')}>
      <li className={classes(isReady ? css.past : css.now)} aria-current={isReady ? undefined : 'step'}>
        <b>{isReady ? swap('uploaded') : swap('upload')}</b>
      </li>
      <li className={classes(isReady && css.now)} aria-current={isReady ? 'step' : undefined}>
        <b>{swap('replace')}</b>
        <small>{swap('replaceHint')}</small>
      </li>
      <li>
        <b>{swap('again')}</b>
        <small>{swap('againHint')}</small>
      </li>
    </ol>
  );
}
