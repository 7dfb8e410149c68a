// The people behind the demo stories.

import { drawPortrait } from '../art/portrait.ts';
import type { DemoCreator } from './types.ts';

export const demoCreators: DemoCreator[] = [
  {
    key: 'mirko',
    displayName: 'Mirko Haas',
    email: 'mirko@demo.tsuzuki.example',
    language: 'de',
    founder: true,
    website: 'https://ash-street.example',
    face: () =>
      drawPortrait(
        'mirko',
        {
          skin: '#e2c3a2',
          hair: 'bald',
          garment: 'coat',
          top: '#2a2520',
          hat: 'fedora',
          hatColor: '#14110f',
          extras: ['beard'],
          hairColor: '#5a5348',
        },
        'smirk',
        '#14110f',
        '#f2c230',
      ),
  },
  {
    key: 'rin',
    displayName: 'Rin Castell',
    email: 'rin@demo.tsuzuki.example',
    language: 'en',
    face: () =>
      drawPortrait(
        'rin',
        {
          skin: '#e0995c',
          hair: 'bob',
          hairColor: '#0e2e36',
          garment: 'hoodie',
          top: '#ff5a1f',
          extras: ['freckles'],
        },
        'laugh',
        '#0b5c66',
        '#12a6a8',
      ),
  },
  {
    key: 'hana',
    displayName: 'Hana Lindqvist',
    email: 'hana@demo.tsuzuki.example',
    language: 'en',
    website: 'https://lindqvist.example',
    face: () =>
      drawPortrait(
        'hana',
        {
          skin: '#fbe1d2',
          hair: 'plaits',
          hairColor: '#e8c35a',
          garment: 'coat',
          top: '#d9263e',
          extras: ['scarf'],
        },
        'smile',
        '#1e2048',
        '#f2a0ad',
      ),
  },
  {
    key: 'ayla',
    displayName: 'Ayla Brandt',
    email: 'ayla@demo.tsuzuki.example',
    language: 'en',
    face: () =>
      drawPortrait(
        'ayla',
        {
          skin: '#c98d5e',
          hair: 'long',
          hairColor: '#0a1f1b',
          garment: 'dress',
          top: '#e5a93b',
          extras: ['earring'],
        },
        'calm',
        '#0e2b26',
        '#cdb6ec',
      ),
  },
  {
    key: 'okafor',
    displayName: 'J. Okafor',
    email: 'okafor@demo.tsuzuki.example',
    language: 'en',
    face: () =>
      drawPortrait(
        'okafor',
        {
          skin: '#6b4229',
          hair: 'short',
          hairColor: '#161010',
          garment: 'shirt',
          top: '#ff6b2c',
          extras: ['glasses'],
        },
        'smile',
        '#0a1a2c',
        '#4fb6cc',
      ),
  },
  {
    key: 'teo',
    displayName: 'Teo Sandoval',
    email: 'teo@demo.tsuzuki.example',
    language: 'en',
    face: () =>
      drawPortrait(
        'teo',
        {
          skin: '#d9b08c',
          hair: 'side',
          hairColor: '#221d1d',
          garment: 'coat',
          top: '#4a423f',
          extras: ['moustache'],
        },
        'angry',
        '#221d1d',
        '#d92b1e',
      ),
  },
  {
    key: 'noor',
    displayName: 'Noor Vermeer',
    email: 'noor@demo.tsuzuki.example',
    language: 'en',
    face: () =>
      drawPortrait(
        'noor',
        { skin: '#c98d5e', hair: 'bun', hairColor: '#16323a', garment: 'apron', top: '#1f7f78' },
        'smile',
        '#f46a3c',
        '#f8dcc4',
      ),
  },
  {
    key: 'cem',
    displayName: 'Cem Aydın',
    email: 'cem@demo.tsuzuki.example',
    language: 'de',
    founder: true,
    website: 'https://spaeti-comic.example',
    face: () =>
      drawPortrait(
        'cem',
        {
          skin: '#d9a57c',
          hair: 'short',
          hairColor: '#1b1512',
          hat: 'cap',
          hatColor: '#ff2e88',
          garment: 'hoodie',
          top: '#2b1750',
          extras: ['beard'],
        },
        'smirk',
        '#2b1750',
        '#2ec4c6',
      ),
  },
  {
    key: 'lotte',
    displayName: 'Lotte Kranz',
    email: 'lotte@demo.tsuzuki.example',
    language: 'de',
    face: () =>
      drawPortrait(
        'lotte',
        {
          skin: '#f3cba8',
          hair: 'curls',
          hairColor: '#b5502a',
          garment: 'shirt',
          top: '#2146c7',
          extras: ['glasses'],
        },
        'laugh',
        '#ffd64a',
        '#7fa0ff',
      ),
  },
  {
    key: 'ida',
    displayName: 'Ida Brandt',
    email: 'ida@demo.tsuzuki.example',
    language: 'de',
    website: 'https://ida-brandt.example',
    face: () =>
      drawPortrait(
        'ida',
        { skin: '#f3d9c4', hair: 'bob', hairColor: '#c9cdd0', garment: 'coat', top: '#14324a' },
        'calm',
        '#8fb3c1',
        '#dce8ea',
      ),
  },
  {
    key: 'moreau',
    displayName: 'P. L. Moreau',
    email: 'moreau@demo.tsuzuki.example',
    language: 'en',
    face: () =>
      drawPortrait(
        'moreau',
        {
          skin: '#e2c3a2',
          hair: 'side',
          hairColor: '#3a2a1c',
          garment: 'suit',
          top: '#22261a',
          extras: ['glasses'],
        },
        'calm',
        '#4a4f2e',
        '#f5df8e',
      ),
  },
  {
    key: 'idris',
    displayName: 'Idris Amari',
    email: 'idris@demo.tsuzuki.example',
    language: 'en',
    founder: true,
    publisher: true,
    face: () =>
      drawPortrait(
        'idris',
        {
          skin: '#8a5a3c',
          hair: 'bald',
          hat: 'headscarf',
          hatColor: '#2a2766',
          garment: 'coat',
          top: '#b23a22',
          extras: ['beard'],
          hairColor: '#1b1512',
        },
        'smile',
        '#de9a34',
        '#f5e4c2',
      ),
  },
];
