/** Parts of pages with their own script without React: the folder whose `wake.ts` exports `hydrate(host)`. */
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
