/** How far a chapter is saved, in honest words, and what can be done where it is not. */
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { classes } from '../../pages/ui/classes.ts';
import { Notice } from '../../pages/ui/Notice.tsx';
import { useWording } from '../useRefusal.ts';
import type { SaveState } from './chapterAutosave.ts';
import type { Writing } from './useWriting.ts';
import css from './Writing.module.css';

export function SaveNotices({ writing }: { writing: Writing }) {
  const t = useTranslations('novel');
  const wording = useWording();
  const { state } = writing;
  if (state.kind === 'disputed')
    return (
      <Notice
        kind="warn"
        urgent
        actions={
          <>
            <Button onClick={writing.overwrite}>{t('keepMine')}</Button>
            <Button onClick={writing.adopt}>{t('takeTheirs')}</Button>
          </>
        }
      >
        {t('conflict')}
      </Notice>
    );
  if (state.kind === 'refused') {
    const { message, fields } = wording(state.why);
    return (
      <Notice kind="bad" urgent>
        {Object.values(fields).flat()[0] ?? message} {t('stillHere')}
      </Notice>
    );
  }
  return state.kind === 'lost' && <Notice kind="warn">{t('keptHint')}</Notice>;
}

const SAID = {
  clean: 'saved',
  saved: 'saved',
  waiting: 'waiting',
  saving: 'saving',
  lost: 'kept',
  refused: 'notSaved',
  asks: 'notSaved',
  disputed: 'notSaved',
  // keys: novel.saved novel.waiting novel.saving novel.kept novel.notSaved
} as const satisfies Record<SaveState['kind'], string>;

export function SaveStatus({ state: { kind }, sending }: { state: SaveState; sending: number }) {
  const t = useTranslations('novel');
  const isBad = kind === 'lost' || kind === 'disputed' || kind === 'refused';
  return (
    <p className={classes(css.state, isBad && css.bad)} role="status">
      {sending > 0 && !isBad ? t('sendingPictures', { count: sending }) : t(SAID[kind])}
    </p>
  );
}
