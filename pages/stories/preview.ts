/** Addresses of a story's pages, which stay within a preview. */
import { useHref } from '../../locales/react.tsx';
import { useFrame } from '../layout/context.ts';

export function inPreview(path: string, preview: { token: string } | null): string {
  if (preview === null) return path;
  const [before = '', ...hash] = path.split('#');
  const sign = before.includes('?') ? '&' : '?';
  return [`${before}${sign}preview=${preview.token}`, ...hash].join('#');
}

/** `useHref` for the pages of the story that is being looked at. */
export function useStoryHref(): (path: string) => string {
  const href = useHref();
  const { preview } = useFrame();
  return (path) => href(inPreview(path, preview));
}
