import type { Config } from 'vike/types';
import { browseForms, genreForm, languageForm } from '../../browse/address.ts';

export default {
  public: { params: { genre: genreForm }, query: { ...browseForms, language: languageForm } },
} satisfies Config;
