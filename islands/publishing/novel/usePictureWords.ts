import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { IMAGE_MAX_BYTES, megabytes } from '../../bytes.ts';
import { useWording } from '../../useRefusal.ts';
import type { Setback } from './pictures.ts';

export function usePictureWords(mostPictures: number) {
  const t = useTranslations('novel');
  const console_ = useTranslations('console');
  const problems = useTranslations('problems');
  const wording = useWording();
  return {
    setbackOf(setback: Setback): string {
      if ('reason' in setback) {
        const key = setback.reason as MessageKey<'problems'>;
        const words = problems.has(key) ? problems(key) : problems('invalid');
        return console_('pictureFailed', { problem: words });
      }
      const { message, fields } = wording(setback.error);
      return `${Object.values(fields).flat()[0] ?? message} ${t('pictureLost')}`;
    },
    wrongWith(file: File, count: number): string | null {
      if (!/^image\/(?:jpeg|png)$/.test(file.type)) return console_('wrongType');
      if (file.size === 0) return console_('emptyFile');
      if (file.size > IMAGE_MAX_BYTES) return console_('tooLarge', { size: megabytes(file.size) });
      return count >= mostPictures ? t('picturesMost', { most: mostPictures }) : null;
    },
  };
}
