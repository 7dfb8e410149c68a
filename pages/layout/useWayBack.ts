/** Links to sign-in and sign-up name the current page as the way back (ACC-53). */
import { localizedPath } from '../../locales/index.ts';
import { useHref, useLocale } from '../../locales/react.tsx';
import { type Address, withBack } from '../addresses.ts';
import { useFrame } from './context.ts';

export const useHere = (): string => localizedPath(useLocale(), useFrame().path);

export function useHrefAndBack(): (path: Address) => string {
  const href = useHref();
  const here = useHere();
  return (path) => href(withBack(path, here));
}
