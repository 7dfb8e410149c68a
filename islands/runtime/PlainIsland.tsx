/** A part of a page woken by its own script without React. Its only props are the facts. */
import { type ReactNode, useContext } from 'react';
import { AssetsContext } from './assets.ts';
import type { PlainIslandName } from './plain.ts';

export type PlainIslandProps = {
  name: PlainIslandName;
  /** Become `data-…` attributes for the script. Everybody can read them. */
  facts?: Readonly<Record<string, string>>;
  wake?: 'touch' | 'reader';
  children: ReactNode;
};

export function PlainIsland({ name, facts = {}, wake, children }: PlainIslandProps) {
  const { plainChunks } = useContext(AssetsContext);
  const data = Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      `data-${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ]),
  );
  return (
    <tsuzuki-island name={name} wake={wake} chunks={plainChunks(name).join(' ')} {...data}>
      {children}
    </tsuzuki-island>
  );
}
