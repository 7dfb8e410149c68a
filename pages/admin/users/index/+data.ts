import { translator } from '#locales/messages.ts';
import { administratorData } from '../../../layout/data.ts';

export const data = administratorData(({ locale }) => ({
  head: { title: translator(locale, 'administration')('rooms.users') },
}));
