/** Parts of pages that a script of their own wakes, without React: the folder in which `wake.ts` exports `hydrate(host)`. */
export const plainIslands = {
  aloud: 'reading/read-aloud',
  consent: 'accounts/consent',
  goOn: 'reading/continue-reading',
  notes: 'reading/footnotes',
  offline: 'reading/offline',
  prose: 'reading/prose',
  stage: 'reading/stage',
  when: 'local-times',
} as const;

export type PlainIslandName = keyof typeof plainIslands;

export const plainSource = (name: PlainIslandName): string => `islands/${plainIslands[name]}/wake.ts`;
