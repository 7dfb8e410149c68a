import type { Config } from 'vike/types';
import { genreForm, languageForm, pageForm } from '../../browse/address.ts';

export default {
  public: {
    params: { phrase: /^[^/]{1,800}$/ },
    query: {
      resource: /^[\w-]{1,20}$/,
      genre: genreForm,
      language: languageForm,
      page: pageForm,
    },
    endless: true,
  },
} satisfies Config;
