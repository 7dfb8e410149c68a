import type { Address } from '../../../pages/addresses.ts';

export const previewAddress = (preview: Address, chapter: number): Address =>
  (chapter > 1 ? `${preview}?chapter=${chapter}` : preview) as Address;
