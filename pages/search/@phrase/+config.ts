import type { Config } from 'vike/types';
import { genreForm, languageForm } from '../../browse/address.ts';

export default {
  public: {
    params: { phrase: /^[^/]{1,800}$/ },
    query: {
      resource: /^[\w-]{1,20}$/,
      genre: genreForm,
      language: languageForm,
      page: /^(?:[2-9]|[1-3]\d|4[0-2])$/,
    },
    endless: true,
  },
} satisfies Config;
