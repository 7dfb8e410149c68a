import type { Locale } from '../../server/lib/locale.ts';
import { demoCreators } from './content/index.ts';
import { DEMO_ADMINISTRATOR, DEMO_READER } from './logins.ts';

export type Person = {
  key: string;
  displayName: string;
  email: string;
  language: Locale;
  timezone?: string;
  founder?: boolean;
  publisher?: boolean;
  administrator?: boolean;
  website?: string;
};

const others: Person[] = [
  { key: 'reader', displayName: 'Demo Reader', email: DEMO_READER, language: 'en' },
  { key: 'admin', displayName: 'Demo Admin', email: DEMO_ADMINISTRATOR, language: 'en', administrator: true },
];

export const demoPeople: readonly Person[] = [...demoCreators, ...others];
