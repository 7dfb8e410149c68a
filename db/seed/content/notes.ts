/** Short notes and reactions of the demo's people on the first episode of each story. */
import type { PopKind } from '../../../server/domains/community/short-notes/rules.ts';

type Said = { by: string; text: string };
export type DemoNote = Said & { page: number; x: number; y: number };
/** `at` quotes the text. The note belongs to the first occurrence in the first chapter. */
export type DemoMargin = Said & { at: string };

export type DemoNotes = {
  notes?: readonly DemoNote[];
  margins?: readonly DemoMargin[];
  /** Reactions by page number, from 1. In a novel, 1 is the first chapter. */
  felt: Readonly<Record<number, Partial<Record<PopKind, readonly string[]>>>>;
};

const on = (page: number, x: number, y: number, by: string, text: string): DemoNote => ({
  page,
  x,
  y,
  by,
  text,
});
const beside = (at: string, by: string, text: string): DemoMargin => ({ at, by, text });

export const demoNotes: Readonly<Record<string, DemoNotes>> = {
  'ash-street': {
    notes: [
      on(1, 0.62, 0.28, 'reader', 'I can find five. Where are the others?'),
      on(1, 0.22, 0.52, 'teo', 'me, before coffee'),
      on(1, 0.72, 0.52, 'hana', 'those boots are soaked'),
      on(1, 0.6, 0.93, 'okafor', 'they have been late together for years'),
      on(2, 0.28, 0.32, 'noor', 'one eye is all you get'),
      on(2, 0.76, 0.33, 'ayla', 'door NINE'),
      // These notes share one place, where everybody counts the stairs.
      on(2, 0.5, 0.74, 'teo', 'thirty-two'),
      on(2, 0.51, 0.745, 'hana', 'thirty-two, I counted twice'),
      on(2, 0.5, 0.75, 'okafor', 'thirty-one and somebody’s foot'),
      on(2, 0.52, 0.755, 'rin', 'I got dizzy at twelve'),
      on(2, 0.5, 0.76, 'reader', 'does the floor count?'),
      on(3, 0.5, 0.42, 'rin', 'best back of a head in comics'),
      on(3, 0.26, 0.56, 'noor', 'blinds or bars?'),
      on(3, 0.28, 0.9, 'lotte', 'listen to her!'),
      on(3, 0.74, 0.93, 'teo', 'answer it'),
      on(4, 0.26, 0.36, 'ayla', 'only she gets to wear the yellow'),
      on(4, 0.5, 0.72, 'lotte', 'he says it like an address'),
      on(4, 0.5, 0.94, 'reader', 'she did not blink'),
    ],
    felt: {
      1: { heart: ['rin', 'hana', 'noor', 'ayla', 'moreau'], wow: ['teo', 'idris'] },
      2: { wow: ['teo', 'hana', 'okafor', 'rin', 'noor', 'cem'], heart: ['ayla'], laugh: ['lotte'] },
      3: { heart: ['rin', 'noor', 'okafor', 'hana'], clap: ['teo', 'ayla', 'moreau'], wow: ['lotte'] },
      4: { wow: ['lotte', 'rin', 'okafor'], clap: ['noor'] },
    },
  },
  'bruno-is-awake': {
    notes: [
      on(1, 0.52, 0.3, 'hana', 'she sleeps standing up. respect'),
      on(1, 0.66, 0.55, 'ayla', 'those eyes have seen four in the morning'),
      on(1, 0.36, 0.93, 'teo', 'you forgot the floor, Bruno'),
      on(2, 0.45, 0.3, 'reader', 'he waves at them while he counts'),
      on(2, 0.74, 0.6, 'cem', 'two hundred and three'),
      on(2, 0.52, 0.92, 'moreau', 'never count dinner'),
    ],
    felt: {
      1: { laugh: ['hana', 'teo', 'noor'], heart: ['ayla', 'ida', 'rin', 'cem'] },
      2: { laugh: ['cem', 'moreau', 'hana', 'teo', 'idris'], heart: ['ida'] },
    },
  },
  spaeti: {
    notes: [
      on(1, 0.5, 0.28, 'lotte', 'Drei Uhr sieben ist keine Zeit, das ist ein Zustand'),
      on(1, 0.7, 0.62, 'hana', 'dafür kommt man doch her'),
      on(1, 0.55, 0.94, 'ida', 'Ach, Frau Okonski.'),
      on(2, 0.6, 0.14, 'noor', 'drei Flaschen, keine davon Milch'),
      on(2, 0.55, 0.86, 'lotte', 'dieses „Wo?“'),
      on(3, 0.2, 0.9, 'ida', 'Tee geht immer'),
      on(4, 0.3, 0.42, 'noor', 'zwei Stunden für Milch und ein Kompliment'),
      on(4, 0.72, 0.46, 'hana', 'endlich lacht sie'),
    ],
    felt: {
      1: { sad: ['ida', 'hana'], heart: ['lotte', 'noor', 'reader'] },
      2: { sad: ['lotte', 'noor', 'ida'], wow: ['hana'] },
      3: { heart: ['ida', 'hana', 'noor', 'rin'] },
      4: { laugh: ['hana', 'noor'], heart: ['ida', 'lotte', 'rin', 'ayla', 'reader'] },
    },
  },
  nachtfaehre: {
    notes: [
      on(1, 0.62, 0.3, 'ida', 'kein Fahrplan, aber Licht an Bord'),
      on(1, 0.55, 0.93, 'cem', 'Hausaufgaben schlagen Ostsee'),
      on(2, 0.7, 0.5, 'lotte', 'sie trägt Mantel, natürlich spricht sie'),
      on(2, 0.24, 0.72, 'noor', 'das hab ich gehört'),
      on(3, 0.5, 0.62, 'ida', 'der Mond hält sie fest'),
      on(3, 0.6, 0.93, 'cem', 'Regel drei: nie nach Regel drei fragen'),
      on(4, 0.75, 0.86, 'reader', 'Drei Monate. Tut mir leid.'),
    ],
    felt: {
      1: { heart: ['ida', 'lotte'], laugh: ['cem', 'noor'] },
      2: { laugh: ['lotte', 'cem', 'noor', 'rin', 'reader'] },
      3: { wow: ['ida', 'cem'], sad: ['noor'] },
      4: { sad: ['ida', 'lotte', 'cem', 'noor'], heart: ['reader'] },
    },
  },
  'the-year-the-sea-froze': {
    margins: [
      beside('she could hear the ink dry', 'noor', 'I held my breath here'),
      beside('A gull stood on it', 'teo', 'employee of the month'),
      beside('Harbours freeze. Ditches. My beard.', 'hana', 'the beard gets me every time'),
      beside('eat your soup', 'lotte', 'every mother, every century'),
      beside('eat your soup', 'cem', 'she knew. she absolutely knew'),
      beside('The dog grew smaller.', 'reader', 'good dog. brave dog'),
      beside('It is saying something?', 'moreau', 'the first question mark of her life'),
    ],
    felt: { 1: { heart: ['noor', 'hana', 'moreau', 'idris'], wow: ['teo', 'reader'], laugh: ['lotte'] } },
  },
  'room-313': {
    margins: [
      beside('dusting and thinking', 'teo', 'dusting. always dusting'),
      beside('who took no interest in keys', 'hana', 'Monsieur knows everything'),
      beside('what a restful answer that was', 'idris', 'I want this on a mug'),
      beside('It was one clear stroke.', 'reader', 'nope. lights on'),
    ],
    felt: { 1: { wow: ['teo', 'hana', 'reader', 'okafor'], heart: ['idris', 'ida'], clap: ['rin'] } },
  },
  'das-haus-der-leisen-uhren': {
    margins: [
      beside('für meine Schuhe schämte', 'cem', 'leise Schuhe gibt es nicht'),
      beside('niemand bringt eine Uhr zum Mittagessen', 'lotte', 'meine kommt mit, sie geht nach'),
      beside('Ich gehe nicht bei Rot', 'hana', 'gleich geht sie bei Rot'),
      beside('Ich heiße Marlene.', 'noor', 'Gänsehaut'),
      beside('Es gibt Klöße', 'cem', 'ich komme!'),
    ],
    felt: { 1: { heart: ['cem', 'lotte', 'noor'], wow: ['hana', 'reader'], laugh: ['moreau'] } },
  },
};
