import { useRef } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { ARCHIVE_MAX_BYTES, IMAGE_MAX_BYTES, megabytes } from '../../bytes.ts';
import type { Source } from './archive.ts';
import { FILES_AT_ONCE, type NewUpload } from './uploadQueue.ts';

type Known = { source: Source; url: string | null; isArchive: boolean };

export const isArchive = ({ name, type }: File): boolean =>
  /\.(zip|cbz)$/i.test(name) || /^application\/(zip|x-zip-compressed|vnd\.comicbook\+zip|x-cbz)$/.test(type);
const isOtherArchive = ({ name }: File): boolean => /\.(cbr|cb7|cbt|rar|7z|tar|pdf)$/i.test(name);

const ofFile = (file: File): Source => ({ name: file.name, size: file.size, open: async () => file });

export function useChosenFiles() {
  const t = useTranslations('console');
  const codes = useTranslations('codes');
  const files = useRef(new Map<string, Known>());

  const take = (source: Source, most = IMAGE_MAX_BYTES, file: File | null = null): NewUpload => {
    const key = crypto.randomUUID();
    const isWhole = most === ARCHIVE_MAX_BYTES;
    const url = file === null || isWhole ? null : URL.createObjectURL(file);
    files.current.set(key, { source, url, isArchive: isWhole });
    return { key, name: source.name, bytes: source.size, problem: problemOf(source, isWhole, file) };
  };
  const problemOf = ({ size }: Source, isWhole: boolean, file: File | null): string | undefined => {
    if (size === 0) return t('emptyFile');
    if (isWhole) return size > ARCHIVE_MAX_BYTES ? codes('archive_too_large') : undefined;
    if (file !== null && isOtherArchive(file)) return codes('archive_unsupported');
    return size > IMAGE_MAX_BYTES ? t('tooLarge', { size: megabytes(size) }) : undefined;
  };
  const takeArchive = async (file: File): Promise<NewUpload[]> => {
    const whole = ofFile(file);
    if (file.size > ARCHIVE_MAX_BYTES || !('DecompressionStream' in globalThis))
      return [take(whole, ARCHIVE_MAX_BYTES)];
    const { pagesOfArchive } = await import('./archive.ts');
    const pages = await pagesOfArchive(file, FILES_AT_ONCE);
    return pages === null ? [take(whole, ARCHIVE_MAX_BYTES)] : pages.map((page) => take(page));
  };

  return {
    take: (file: File): NewUpload => take(ofFile(file), IMAGE_MAX_BYTES, file),
    takeArchive,
    get: (key: string): Known | undefined => files.current.get(key),
    keys: (): Iterable<string> => files.current.keys(),
    forget(key: string): void {
      const url = files.current.get(key)?.url;
      if (url) URL.revokeObjectURL(url);
      files.current.delete(key);
    },
  };
}
