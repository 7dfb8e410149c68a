import { contentShelf } from '../../server/content/shelf.ts';
import type { PageRequest } from '../layout/types.ts';

export function contentPage({ deps, locale }: Pick<PageRequest, 'deps' | 'locale'>, name: string) {
  const content = contentShelf.of(deps).find(locale, name);
  const { title, description } = content;
  return { head: { title, description, type: 'article' as const }, content };
}
