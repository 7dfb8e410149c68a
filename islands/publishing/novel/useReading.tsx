import { useTranslations } from '../../../locales/react.tsx';
import { chosenWords, putReading, READING_MAX_LENGTH, readingOf, removeReading, rubyAt } from './ruby.ts';
import { useAsk } from './useAsk.tsx';
import type { Writing } from './useWriting.ts';

export function useReading(writing: Writing, language: string) {
  const t = useTranslations('novel');
  const { ask, dialog } = useAsk(writing, {
    name: 'reading',
    heading: t('rubyHeading'),
    label: t('rubyText'),
    hint: t('rubyHint'),
    action: t('rubyDo'),
    removal: t('rubyRemove'),
    maxLength: READING_MAX_LENGTH,
    lang: language,
  });
  return {
    dialog,
    ask: () =>
      ask(({ editor }) => {
        const known = rubyAt(editor);
        const problem = known === null && chosenWords(editor) === '' ? t('rubyFirst') : undefined;
        return {
          value: known === null ? '' : readingOf(known),
          ...(problem !== undefined && { problem }),
          put({ editor }, reading) {
            if (problem !== undefined) return problem;
            if (reading === '') return t('rubyBlank');
            putReading(editor, reading);
            return null;
          },
          ...(known !== null && { cut: ({ editor }) => removeReading(editor) }),
        };
      }),
  };
}
