import type { Config } from 'vike/types';
import { browseForms, genreForm, languageForm } from '../../browse/address.ts';

export default {
  public: { params: { code: languageForm }, query: { ...browseForms, genre: genreForm } },
} satisfies Config;
