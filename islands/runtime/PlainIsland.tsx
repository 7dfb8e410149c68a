/** Marks a part of a page that a script of its own wakes, without React: it has no texts and no properties but the facts. */
import { type ReactNode, useContext } from 'react';
import { AssetsContext } from './assets.ts';
import type { PlainIslandName } from './plain.ts';

export type PlainIslandProps = {
  name: PlainIslandName;
  /** `data-…` of the host, as the script reads them; everybody can. */
  facts?: Readonly<Record<string, string>>;
  /** As of other islands (Island.tsx). */
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
