import { useTranslations } from '#locales/react.tsx';

/** Texts for notes over the pages, for their script (islands/reading/notes/comic/overlay.ts). */
export function NoteWords() {
  const t = useTranslations('tsukkomi');
  return (
    <i
      hidden
      data-notes-words={t('cluster', { count: '{count}' })}
      data-notes-empty={t('empty')}
      data-notes-draft={t('draft', { text: '{text}' })}
    />
  );
}
