import { useTranslations } from '../../../locales/react.tsx';
import { safeHref } from '../../../server/lib/prose/tags.ts';
import { nearest } from './cursor.ts';
import { useAsk } from './useAsk.tsx';
import type { Writing } from './useWriting.ts';

export function useLink(writing: Writing) {
  const t = useTranslations('novel');
  const { ask, dialog } = useAsk(writing, {
    name: 'address',
    heading: t('linkHeading'),
    label: t('address'),
    hint: t('addressHint'),
    action: t('linkDo'),
    removal: t('unlink'),
    inputMode: 'url',
  });
  return {
    dialog,
    ask: () =>
      ask(({ editor }) => ({
        value: nearest(editor, 'a')?.getAttribute('href') ?? 'https://',
        put({ editor }, typed) {
          const isMail = /^[^\s/@:]+@[^\s/@]+$/.test(typed);
          const href = safeHref(isMail ? `mailto:${typed}` : typed);
          if (href === null) return t('noAddress');
          editor.makeLink(href);
          return null;
        },
        ...(editor.hasFormat('A') && { cut: ({ editor }) => void editor.removeLink() }),
      })),
  };
}
