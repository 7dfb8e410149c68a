import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Icon } from '../../pages/ui/Icon.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import css from './StoryForm.module.css';
import type { SaveState } from './useAutosave.ts';

/** How saving stands: never "saved" before the server said so. */
export function SaveLine({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const t = useTranslations('storyForm');
  const notices = useTranslations('notices');
  return (
    <div className={css.line}>
      <p role="status" className={css.state}>
        {state.kind === 'clean' && t('savesItself')}
        {(state.kind === 'waiting' || state.kind === 'saving') && t('savingDots')}
        {state.kind === 'saved' && (
          <>
            <Icon name="check" />
            {notices('story_saved')}
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
            why: Object.values(state.refusal.fields).flat()[0] ?? state.refusal.message,
          })}
          {state.kind === 'lost' && ` ${t('triesItself')}`}
        </Notice>
      )}
    </div>
  );
}
