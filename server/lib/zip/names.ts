/** Decodes names of entries (APPNOTE 4.4.4, appendix D). Nothing is written under them. */
import yauzl, { type Entry } from 'yauzl';

type RawName = Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag' | 'extraFields'>;

const IS_UTF8 = 0x800;
/** Info-ZIP's field for a Unicode name. */
const UNICODE_NAME = 0x7075;

/** Flag or field decide. Without them: UTF-8 if valid, else the old PC encoding. Windows writes backslashes. */
export function nameOf({ fileNameRaw, generalPurposeBitFlag: flags, extraFields }: RawName): string {
  const isTold = (flags & IS_UTF8) !== 0 || extraFields.some(({ id }) => id === UNICODE_NAME);
  const name = isTold ? null : textOf(fileNameRaw, 'utf-8');
  return (name ?? yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, true)).replaceAll('\\', '/');
}

/** Encodings of systems that do not declare theirs. */
const ALPHABETS = ['windows-1252', 'windows-1251', 'ibm866', 'shift_jis', 'gbk', 'big5', 'euc-kr', 'koi8-r'];

/** Other possible readings of a name. Empty when its encoding is known. */
export function otherNamesOf({ fileNameRaw, generalPurposeBitFlag: flags }: RawName): string[] {
  if ((flags & IS_UTF8) !== 0 || textOf(fileNameRaw, 'utf-8') !== null) return [];
  return ALPHABETS.flatMap((alphabet) => textOf(fileNameRaw, alphabet) ?? []);
}

function textOf(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
