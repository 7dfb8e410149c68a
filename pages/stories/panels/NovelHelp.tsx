import type { ReactNode } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import css from './Help.module.css';

/** Keys of a novel. `isTurned`: forward is to the left. */
export function NovelHelp({ isTurned }: { isTurned: boolean }) {
  const t = useTranslations('readerHelp');
  const words = useTranslations('words');
  const close = useTranslations('readerTools')('close');
  const [on, back] = isTurned ? ['←', '→'] : ['→', '←'];
  return (
    <Dialog id="reader-help" heading={t('keys')} closeLabel={close}>
      <Line name={t('nextPage')}>
        <kbd>{on}</kbd> <kbd>{t('space')}</kbd>
      </Line>
      <Line name={t('previousPage')}>
        <kbd>{back}</kbd>
      </Line>
      <Line name={t('firstLast')}>
        <kbd>{t('home')}</kbd> <kbd>{t('end')}</kbd>
      </Line>
      <Line name={t('nextChapter')}>
        <kbd>{t('shift')}</kbd> <kbd>{on}</kbd> <kbd>{back}</kbd>
      </Line>
      <Line name={t('contents')}>
        <kbd>C</kbd>
      </Line>
      <Line name={t('episodes')}>
        <kbd>E</kbd>
      </Line>
      <Line name={t('like')}>
        <kbd>L</kbd>
      </Line>
      <Line name={t('newNote')}>
        <kbd>N</kbd>
      </Line>
      <Line name={words('aloudKeys')}>
        <kbd>P</kbd> <kbd>,</kbd> <kbd>.</kbd>
      </Line>
      <p className={css.mouse}>{t('press')}</p>
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
