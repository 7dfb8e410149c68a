import { translator } from '../../locales/messages.ts';
import { pageData } from '../layout/data.ts';

export const data = pageData(({ locale }) => {
  const t = translator(locale, 'illegalContent');
  return { head: { title: t('title'), description: t('description') } };
});
