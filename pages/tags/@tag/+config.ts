import type { Config } from 'vike/types';
import { browseForms, genreForm, languageForm } from '../../browse/address.ts';

export default {
  public: {
    params: { tag: /^[^/]{1,400}$/ },
    query: { ...browseForms, genre: genreForm, language: languageForm },
  },
} satisfies Config;
