import type { PageRequest } from '../layout/types.ts';

export function contentPage({ deps, locale }: Pick<PageRequest, 'deps' | 'locale'>, name: string) {
  const content = deps.content.find(locale, name);
  const { title, description } = content;
  return { head: { title, description, type: 'article' as const }, content };
}
