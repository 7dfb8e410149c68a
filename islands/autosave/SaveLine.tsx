import { formatTime } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Icon } from '../../pages/ui/Icon.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import type { SaveState } from './formAutosave.ts';
import css from './SaveLine.module.css';

export type SaveLineProps<Values> = {
  state: SaveState<Values>;
  /** For example "Story saved". The time follows. */
  saved: string;
  zone: string;
  onRetry: () => void;
};

/** State of autosave. Never says "saved" before the server confirms it. */
export function SaveLine<Values>({ state, saved, zone, onRetry }: SaveLineProps<Values>) {
  const t = useTranslations('autosave');
  return (
    <div className={css.line}>
      <p role="status" className={css.state}>
        {state.kind === 'clean' && t('savesItself')}
        {(state.kind === 'waiting' || state.kind === 'saving') && t('saving')}
        {state.kind === 'saved' && (
          <>
            <Icon name="check" className={css.check} />
            {t('savedAt', { saved, time: formatTime(state.at, zone) })}
          </>
        )}
        {(state.kind === 'disputed' || state.kind === 'asks') && t('notSavedYet')}
      </p>
      {(state.kind === 'lost' || state.kind === 'refused') && (
        <Notice
          kind="bad"
          urgent
          actions={state.kind === 'lost' && <Button onClick={onRetry}>{t('tryAgain')}</Button>}
        >
          {t('notSaved', {
            why: Object.values(state.why.fields).flat()[0] ?? state.why.message,
          })}
          {state.kind === 'lost' && ` ${t('triesItself')}`}
        </Notice>
      )}
    </div>
  );
}
