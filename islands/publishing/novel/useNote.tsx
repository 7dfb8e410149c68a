import { useTranslations } from '../../../locales/react.tsx';
import { addNote, noteAt, removeNote, rewriteNote, textOfNote } from './footnotes.ts';
import { useAsk } from './useAsk.tsx';
import type { Writing } from './useWriting.ts';

const FOOTNOTE_MAX_LENGTH = 5000;

export function useNote(writing: Writing, language: string) {
  const t = useTranslations('novel');
  const { ask, dialog } = useAsk(writing, {
    name: 'note',
    heading: t('noteHeading'),
    label: t('noteText'),
    hint: t('noteHint'),
    action: t('noteDo'),
    removal: t('noteRemove'),
    isLong: true,
    maxLength: FOOTNOTE_MAX_LENGTH,
    lang: language,
  });
  return {
    dialog,
    ask: () =>
      ask(({ editor }) => {
        const found = noteAt(editor);
        const before = found === null ? '' : textOfNote(found);
        return {
          value: before,
          put({ editor }, text) {
            if (text === '') return t('noteBlank');
            if (found === null) addNote(editor, text);
            // Rewrites only changed text, since rewriting loses formatting inside the note.
            else if (text !== before) rewriteNote(editor, found, text);
            return null;
          },
          ...(found !== null && { cut: ({ editor }) => removeNote(editor, found) }),
        };
      }),
  };
}
