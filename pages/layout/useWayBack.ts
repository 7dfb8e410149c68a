/** The present page as links to sign in and sign up name it (ACC-53): it is the same for all who see the page. */
import { localizedPath } from '../../locales/index.ts';
import { useHref, useLocale } from '../../locales/react.tsx';
import { type Address, withBack } from '../addresses.ts';
import { useFrame } from './context.ts';

export const useHere = (): string => localizedPath(useLocale(), useFrame().path);

/** `useHref` for `/sign_in` and `/sign_up`, from where the reader comes back here. */
export function useHrefAndBack(): (path: Address) => string {
  const href = useHref();
  const here = useHere();
  return (path) => href(withBack(path, here));
}
