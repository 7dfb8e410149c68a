import { useHref } from '../../locales/react.tsx';
import type { Address } from '../addresses.ts';
import { useFrame } from '../layout/context.ts';

export function inPreview(path: Address, preview: { token: string } | null): Address {
  if (preview === null) return path;
  const [before = '', ...hash] = path.split('#');
  const sign = before.includes('?') ? '&' : '?';
  return [`${before}${sign}preview=${preview.token}`, ...hash].join('#') as Address;
}

export function useStoryHref(): (path: Address) => string {
  const href = useHref();
  const { preview } = useFrame();
  return (path) => href(inPreview(path, preview));
}
