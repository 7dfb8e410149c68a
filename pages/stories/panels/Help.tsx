import type { ReactNode } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import css from './Help.module.css';

/** Keys on desktops, gestures on phones. CSS adapts them to the direction. */
export function Help() {
  const t = useTranslations('readerHelp');
  const close = useTranslations('readerTools')('close');
  const keys = { next: <Turned ltr="→" rtl="←" />, previous: <Turned ltr="←" rtl="→" /> };
  return (
    <Dialog
      id="reader-help"
      heading={
        <>
          <span className={css.desk}>{t('keys')}</span>
          <span className={css.hand}>{t('gestures')}</span>
        </>
      }
      closeLabel={close}
    >
      <div className={css.desk}>
        <div className={css.columns}>
          <Line name={t('nextPage')}>
            {keys.next} <span className={css.paged}>{t('either')}</span>{' '}
            <kbd className={css.paged}>{t('space')}</kbd>
          </Line>
          <Line name={t('zoomKeys')}>
            <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd>
          </Line>
          <Line name={t('previousPage')}>{keys.previous}</Line>
          <Line name={t('fullScreen')}>
            <kbd>F</kbd>
          </Line>
          <Line name={t('firstLast')}>
            <kbd>{t('home')}</kbd> <kbd>{t('end')}</kbd>
          </Line>
          <Line name={t('like')}>
            <kbd>L</kbd>
          </Line>
          <Line name={t('nextEpisode')}>
            <kbd>{t('shift')}</kbd> {keys.next} {keys.previous}
          </Line>
          <Line name={t('episodes')}>
            <kbd>E</kbd>
          </Line>
          <Line name={t('goTo')}>
            <kbd>G</kbd>
          </Line>
          <Line name={t('movePair')}>
            <kbd>O</kbd>
          </Line>
          <Line name={t('newNote')}>
            <kbd>N</kbd>
          </Line>
          <Line name={t('glide')}>
            <kbd>S</kbd> <kbd>,</kbd> <kbd>.</kbd>
          </Line>
        </div>
        <p className={css.mouse}>{t('mouse')}</p>
        <p className={css.mouse}>{t('press')}</p>
      </div>
      <div className={css.hand}>
        <div className={css.thirds} aria-hidden="true">
          <span>
            <b>{t('previous')}</b>
            {t('tap')}
          </span>
          <span>
            <b>{t('bars')}</b>
            {t('tap')}
            <br />
            {t('tapTwice')}
          </span>
          <span>
            <b>{t('next')}</b>
            {t('tap')}
          </span>
        </div>
        <Line name={t('nextPage')}>
          <span className={css.paged}>
            <Turned
              ltr={`${t('tapRight')}, ${t('swipeLeft')}`}
              rtl={`${t('tapLeft')}, ${t('swipeRight')}`}
              plain
            />
          </span>
          <span className={css.scrolled}>{t('scroll')}</span>
        </Line>
        <div className={css.paged}>
          <Line name={t('previousPage')}>
            <Turned
              ltr={`${t('tapLeft')}, ${t('swipeRight')}`}
              rtl={`${t('tapRight')}, ${t('swipeLeft')}`}
              plain
            />
          </Line>
        </div>
        <Line name={t('barsLong')}>{t('tapMiddle')}</Line>
        <Line name={t('zoom')}>{t('spread')}</Line>
        <Line name={t('moveZoomed')}>{t('drag')}</Line>
        <p className={css.mouse}>{t('under')}</p>
      </div>
    </Dialog>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className={css.line}>
      <span>{name}</span>
      <span>{children}</span>
    </p>
  );
}

function Turned({ ltr, rtl, plain }: { ltr: string; rtl: string; plain?: boolean }) {
  const Sign = plain ? 'span' : 'kbd';
  return (
    <>
      <Sign className={css.ltr}>{ltr}</Sign>
      <Sign className={css.rtl}>{rtl}</Sign>
    </>
  );
}
