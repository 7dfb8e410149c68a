import { createContext, type ReactNode, useContext, useId } from 'react';

const Scope = createContext<string | null>(null);

/** Around one form: its fields get ids by their names, so that a summary can lead to them, with or without a script. */
export function FieldScope({ children }: { children: ReactNode }) {
  return <Scope value={useId()}>{children}</Scope>;
}

/** The id of the field of this name in the form around it; null outside of one. */
export function useIdOf(): (name: string) => string | null {
  const scope = useContext(Scope);
  return (name) => (scope === null ? null : `${scope}-${name}`);
}

export function useFieldId(given: string | undefined, name: string | undefined): string {
  const made = useId();
  const idOf = useIdOf();
  return given ?? (name === undefined ? made : (idOf(name) ?? made));
}
