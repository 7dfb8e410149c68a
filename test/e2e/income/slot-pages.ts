import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const READER = 'pages/stories/@slug/@number';
const own = (file: string) => readFileSync(join(import.meta.dirname, '../../..', READER, file), 'utf8');

const SHOP = 'https://shop.example/mugs';
const MUGS = { id: '1', look: 'paper', title: 'Mugs', text: 'With moths', link: SHOP, dailyMaxCount: 1 };
const DRAW = {
  id: '0',
  look: 'seal',
  title: 'Draw the next one.',
  text: 'Publish',
  link: '/creator/stories/new',
  target: 'unpublished',
};
const MOTHS = {
  id: '2',
  look: 'story',
  title: 'The Moth Queen',
  text: 'Lamplight',
  link: '/stories/moths',
  storyId: 'moths',
  story: { cover: null, colour: null },
};
const WHERE = {
  id: '3',
  look: 'ink',
  title: 'Where were you?',
  text: 'Library',
  link: '/library',
  weight: 1,
  target: 'unpublished',
};

const pageWith = (adOrigin: string, name: string, ads: object[]) => ({
  [`pages/${name}/+config.ts`]: `export default { layout: 'bare' };`,
  [`pages/${name}/+data.ts`]: `import { pageData } from '../layout/data.ts';
    export const data = pageData(() => ({ head: { title: 'Pages' }, frameOrigins: ['${adOrigin}'] }));`,
  [`pages/${name}/+Page.tsx`]: `import Slots from '../../islands/Slots.tsx';
    import { Island } from '../../islands/runtime/Island.tsx';
    import { Interstitial, slotAfter } from '../stories/@slug/@number/Interstitial.tsx';
    const always = { weight: 10, target: 'all', genres: [], subscriptionsBelow: null, dailyMaxCount: null, endsOn: null, storyId: null, story: null };
    const ads = ${JSON.stringify(ads)}.map((ad) => ({ ...always, ...ad }));
    export default () => <main id="main">
      {Array.from({ length: 12 }, (_, index) => index + 1).map((number) => <div key={number}>
        <div id={'p' + number} data-item style={{ height: '900px' }}>Page {number}</div>
        {slotAfter(number, 12) !== null && <Interstitial slot={number} ads={ads} episodeId="an-episode" isFirst={number === 4} author="Mirko Haas" frameUrl="${adOrigin}/slot" />}
      </div>)}
      <Island name="Slots" component={Slots} props={{}} /></main>;`,
});

export const slotPages = (adOrigin: string): Record<string, string> => ({
  'islands/registry.ts': `export const islands = { Slots: { load: () => import('./Slots.tsx') } };
    export type IslandName = keyof typeof islands;`,
  'islands/runtime/textFiles.ts': `export const TEXT_FILES = {}; export const textFileOf = () => null;`,
  'islands/Slots.tsx': `import { useEffect } from 'react';
    import { watchSlots } from './income/interstitials.ts';
    export default function Slots() {
      useEffect(() => watchSlots(document, 'an-episode'), []);
      return null;
    }`,
  [`${READER}/Interstitial.tsx`]: own('Interstitial.tsx'),
  [`${READER}/Interstitial.module.css`]: own('Interstitial.module.css'),
  ...pageWith(adOrigin, 'index', [MUGS, DRAW]),
  ...pageWith(adOrigin, 'again', [MOTHS, WHERE]),
  ...pageWith(adOrigin, 'alone', [MOTHS]),
});
