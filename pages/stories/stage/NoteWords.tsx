import { useTranslations } from '#locales/react.tsx';
import css from './Notes.module.css';

/** What is said at notes over the pages, for the script that lays them there (islands/tsukkomi/overlay.ts). */
export function NoteWords() {
  const t = useTranslations('tsukkomi');
  return (
    <i
      className={css.words}
      hidden
      data-notes-words={t('cluster', { count: '{count}' })}
      data-notes-empty={t('empty')}
      data-notes-draft={t('draft', { text: '{text}' })}
    />
  );
}
