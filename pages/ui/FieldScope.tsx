import { createContext, type ReactNode, useContext, useId } from 'react';

const Scope = createContext<string | null>(null);

/** Gives the fields of a form ids from their names, so that a summary can link to them. */
export function FieldScope({ children }: { children: ReactNode }) {
  return <Scope value={useId()}>{children}</Scope>;
}

export function useIdOf(): (name: string) => string | null {
  const scope = useContext(Scope);
  return (name) => (scope === null ? null : `${scope}-${name}`);
}

export function useFieldId(given: string | undefined, name: string | undefined): string {
  const made = useId();
  const idOf = useIdOf();
  return given ?? (name === undefined ? made : (idOf(name) ?? made));
}
