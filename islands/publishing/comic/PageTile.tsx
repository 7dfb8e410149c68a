import type { KeyboardEvent } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Icon } from '../../../pages/ui/Icon.tsx';
import { Progress } from '../../../pages/ui/Progress.tsx';
import { useSortableItem } from '../../sortable/Sortable.tsx';
import type { Tile } from './board.ts';
import css from './PageGrid.module.css';
import type { PageFacts } from './state.ts';
import type { Upload } from './uploadQueue.ts';

export type PageTileProps = {
  tile: Tile;
  place: number;
  /** From 1. Null for a refused file, which is not a page. */
  number: number | null;
  page: PageFacts | null;
  upload: Upload | null;
  preview: string | null;
  mayEdit: boolean;
  onSwap?: () => void;
  onKey: (event: KeyboardEvent) => void;
  onOpen: () => void;
  onReplace: () => void;
  onRetry: () => void;
  onCancel: () => void;
};

export function PageTile(props: PageTileProps) {
  const { tile, page, upload } = props;
  const t = useTranslations('console');
  const { ref, grip, isSlot } = useSortableItem(tile.key, props.place, !props.mayEdit);
  const isSending = upload?.state === 'sending' || upload?.state === 'waiting';
  const problem = problemOf(props, t('pageFailed'));
  const isWorking = !isSending && (page?.state === 'queued' || page?.state === 'processing');
  const look = classes(
    css.tile,
    problem !== null && css.failed,
    (isSending || isWorking) && css.pale,
    isSlot && css.slot,
  );
  return (
    <li className={look} data-tile={tile.key} ref={ref}>
      <div className={css.picture}>
        {problem === null ? <TilePicture {...props} isSlot={isSlot} /> : <Failure problem={problem} />}
        {isWorking && !isSlot && <span className={css.status}>{t('processing')}</span>}
        {isSending && (
          <Progress
            className={css.progress}
            label={t('uploadOf', { name: upload.name })}
            value={upload.sentBytes}
            max={upload.bytes}
          />
        )}
      </div>
      <TileFoot {...props} grip={grip} isSlot={isSlot} isSending={isSending} />
    </li>
  );
}

function problemOf({ page, upload }: PageTileProps, failed: string): string | null {
  // A failed replacement leaves the page unchanged. The notice above the grid reports it.
  if (upload?.state === 'failed') return page === null ? (upload.problem ?? failed) : null;
  return page?.state === 'failed' && upload === null ? failed : null;
}

function Failure({ problem }: { problem: string }) {
  return (
    <>
      <Icon name="circle-alert" />
      <span className={css.problem}>{problem}</span>
    </>
  );
}

function TilePicture({ page, upload, preview, number, isSlot }: PageTileProps & { isSlot: boolean }) {
  const t = useTranslations('console');
  if (isSlot) return null;
  const url = upload === null ? (page?.thumbnail_url ?? preview) : (preview ?? page?.thumbnail_url ?? null);
  if (url === null) return null;
  const name = upload?.name ?? page?.name ?? '';
  return (
    <img
      src={url}
      alt={number === null ? name : t('pageAlt', { number, name })}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}

type FootProps = PageTileProps & {
  grip: (element: Element | null) => void;
  isSlot: boolean;
  isSending: boolean;
};

function TileFoot(props: FootProps) {
  const { tile, number, page, upload, isSlot, isSending, mayEdit } = props;
  const t = useTranslations('console');
  if (isSlot && page === null) {
    return (
      <div className={css.foot}>
        <b>{number}</b>
        <span>{t('here')}</span>
      </div>
    );
  }
  if (isSending && !isSlot) {
    const percent = upload && upload.bytes > 0 ? Math.floor((upload.sentBytes / upload.bytes) * 100) : 0;
    return (
      <div className={css.foot}>
        <b>{number}</b>
        <span>{upload?.state === 'waiting' ? t('waiting') : t('percent', { percent })}</span>
        <button
          type="button"
          className={css.grip}
          aria-label={t('cancelOf', { name: upload?.name ?? '' })}
          onClick={props.onCancel}
        >
          <Icon name="x" />
        </button>
      </div>
    );
  }
  if (page === null) {
    return (
      <div className={css.foot}>
        {upload?.retryable ? (
          <Button kind="quiet" className={css.mend} onClick={props.onRetry}>
            {t('retry')}
          </Button>
        ) : (
          <Button kind="quiet" className={css.mend} onClick={props.onReplace}>
            {t('replace')}
          </Button>
        )}
        <button
          type="button"
          className={css.grip}
          aria-label={t('leaveOut', { name: upload?.name ?? '' })}
          onClick={props.onCancel}
        >
          <Icon name="x" />
        </button>
      </div>
    );
  }
  return (
    <div className={css.foot}>
      <b>{number}</b>
      {isSlot && <span>{t('here')}</span>}
      {props.onSwap && (
        <button
          type="button"
          className={css.grip}
          aria-label={t('swap.ask', { number: number ?? 0 })}
          aria-haspopup="dialog"
          data-needs-js
          onClick={props.onSwap}
        >
          <Icon name="replace" />
        </button>
      )}
      {mayEdit && (
        <button
          type="button"
          className={css.grip}
          data-grip={tile.key}
          aria-label={t('pageActions', { number: number ?? 0 })}
          aria-describedby="page-keys"
          ref={props.grip}
          onClick={props.onOpen}
          onKeyDown={props.onKey}
          // Firefox would turn the key that drops the page into a click.
          onKeyUp={(event) => event.code === 'Space' && event.preventDefault()}
        >
          <Icon name="grip-vertical" />
        </button>
      )}
    </div>
  );
}
