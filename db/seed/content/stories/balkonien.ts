import type { DrawnStory } from '../types.ts';

export const balkonien: DrawnStory = {
  slug: 'balkonien',
  creator: 'lotte',
  title: 'Balkonien',
  description:
    'Dieses Jahr fährt niemand aus der Kastanienallee 12 in den Urlaub. Also gründen sie einen Staat: vier Balkone, eine Wäscheleine und sehr viele Tomaten.',
  publicationType: 'indie',
  format: 'strip',
  rating: 'all',
  genre: 'comedy',
  language: 'de',
  tags: ['Sommer', 'Nachbarn', 'Balkon', 'Tomaten', 'Staatsgründung'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 2214, views: 22979, likes: 876 },
  palette: {
    ink: '#1f2a1c',
    paper: '#fffbef',
    a: '#f0c64b',
    b: '#5e9b52',
    c: '#e4683a',
    tone: '#dde6c6',
    deep: '#2f5a48',
  },
  sheet: '#f3f5e0',
  caption: '#f7e2a0',
  cast: {
    r: {
      skin: '#f3cba8',
      hair: 'bob',
      hairColor: '#b5502a',
      garment: 'apron',
      top: '#5e9b52',
      extras: ['freckles'],
    },
    w: {
      skin: '#f3cba8',
      hair: 'bald',
      garment: 'shirt',
      top: '#e4683a',
      build: 'wide',
      extras: ['moustache', 'glasses'],
      hairColor: '#7d7d78',
    },
    t: {
      skin: '#8a5a3c',
      hair: 'curls',
      hairColor: '#1b1512',
      garment: 'shirt',
      top: '#f0c64b',
      build: 'child',
    },
    s: {
      skin: '#d9a57c',
      hair: 'tail',
      hairColor: '#1f2a1c',
      garment: 'dress',
      top: '#2f5a48',
      extras: ['earring'],
    },
  },
  pace: { latestDaysAgo: 1, everyDays: 7, time: '10:00', continues: true, pause: { after: 1, days: 77 } },
  scripts: [
    {
      title: 'Die Ausrufung',
      script: `facade wide r,w | > Kastanienallee 12, zweiter Stock. Achtunddreißig Grad.
facade mid r,w | r: Und wohin fahren Sie? | w: Auf den Balkon. Und Sie? | r: Auch.
tone prop:plant | # RASCHEL

facade close t+laugh | t! Dann ist das ein Land!
facade mid s,t | s: Tayo, man kann nicht einfach ein Land ausrufen. | t: Wer sagt das? | s: Die Hausverwaltung.
burst close w+smile | w: Dann erst recht.

facade wide r,w,t | > Um 16 Uhr wurde die Republik Balkonien gegründet.
tone prop:sock | > Die Flagge hing schon auf der Leine.
facade close r+smirk | r: Hauptstadt: meine Tomaten.`,
    },
    {
      title: 'Zollfragen',
      script: `facade wide w,r | w: Halt! Ihre Ranke wächst in mein Hoheitsgebiet. | r: Das ist Entwicklungshilfe.
tone prop:tomato | > Drei Stück. Sehr rot. Auf seiner Seite.
facade close w+angry | w: Dann sind sie verzollt.

room mid t,s | t: Mama, wir haben eine Krise. | s: Wir haben Abendessen.
tone prop:note | > „Gipfeltreffen. 19 Uhr. Bitte Stühle mitbringen.“
facade close t | t: Ich bin die UNO.

facade.night wide w,t,r | t: Wer hat angefangen? | w: Die Pflanze. | r: Sie meint es gut.
facade.night mid w+sad,r | w: Ich esse gar keine Tomaten. Ich wollte nur gefragt werden.
facade.night silhouette w,r | r: Möchten Sie eine Tomate, Herr Wenzel? | w: Nein danke.`,
    },
    {
      title: 'Seilbahn',
      script: `facade wide t,s | > Balkonien braucht Verkehr.
tone prop:rope | t: Eine Wäscheleine, zwei Rollen, ein Eimer.
tone prop:bucket | # QUIETSCH

facade mid w@reach | w: Fracht aus Nord: ein Stück Kuchen.
facade mid s,t | s: Fracht aus West: eine Nähnadel. | t: Fracht aus Süd: ich.
burst close s+shock | s! Du fährst NICHT im Eimer!

facade.night close r | r: Und wer wohnt eigentlich in Ost?
facade.night eyes w
facade.night wide r,w,t | > Vierter Balkon. Rollläden seit Mai unten. | t: Wir schicken Kuchen.`,
    },
    {
      title: 'Ost',
      script: `facade.night wide t | > Der Eimer fuhr voll hinüber und kam leer zurück.
tone prop:bucket | # QUIETSCH
facade.night mid t,r | t: Jemand hat ihn gegessen! | r: Oder die Tauben. | t: Tauben spülen keine Teller.

tone prop:note | > „Danke. Der Mohn war gut. Bin nicht so für Leute. O.“
facade close s | s: Dann eben keine Leute.
tone prop:letter | > Von da an fuhr jeden Abend ein Brief.

facade wide r,w,s | > September. Dreizehn Grad. | w: Lösen wir auf? | r: Staaten löst man nicht auf.
facade close t+shock | t! Schaut mal! Ost!
facade.night silhouette t,r,w | > Der Rollladen war eine Handbreit offen. Im Spalt stand eine Tomate.`,
    },
  ],
};
