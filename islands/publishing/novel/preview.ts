import type { Address } from '../../../pages/addresses.ts';

/** Of a chapter, as readers will get it. */
export const previewAddress = (preview: Address, chapter: number): Address =>
  (chapter > 1 ? `${preview}?chapter=${chapter}` : preview) as Address;
