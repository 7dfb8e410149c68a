import type { DrawnStory } from '../types.ts';

export const downHere: DrawnStory = {
  slug: 'down-here',
  creator: 'teo',
  title: 'Down Here',
  description:
    'The village well has been dry for forty years, and this spring the bucket came up heavy. Do not scroll too fast.',
  publicationType: 'comics',
  format: 'strip',
  rating: 'mature16',
  genre: 'horror',
  language: 'en',
  tags: ['horror', 'well', 'village', 'vertical', 'slow dread'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 15022, views: 144025, likes: 4611 },
  palette: {
    ink: '#0c0a0b',
    paper: '#efe6d4',
    a: '#d92b1e',
    b: '#4a423f',
    c: '#7a6a58',
    tone: '#b8ac98',
    deep: '#221d1d',
  },
  sheet: '#0c0a0b',
  caption: '#efe6d4',
  cast: {
    s: {
      skin: '#d9c7a8',
      hair: 'tail',
      hairColor: '#2a211c',
      garment: 'coat',
      top: '#7a6a58',
      extras: ['scarf'],
    },
    b: {
      skin: '#d9c7a8',
      hair: 'short',
      hairColor: '#5a4a3c',
      garment: 'shirt',
      top: '#d92b1e',
      build: 'child',
    },
    w: {
      skin: '#cbb694',
      hair: 'bald',
      hat: 'headscarf',
      hatColor: '#4a423f',
      garment: 'dress',
      top: '#4a423f',
      build: 'wide',
    },
    x: { kind: 'shade', skin: '#0c0a0b', top: '#0c0a0b', bottom: '#0c0a0b', build: 'slim' },
  },
  pace: { latestDaysAgo: 6, everyDays: 21, time: '13:00' },
  scripts: [
    {
      title: 'Heavy',
      script: `field wide s,b | > The well on Sandoval’s field has been dry for forty years.
tone prop:bucket | > Every spring somebody lets the bucket down. It is a custom.
field mid b@reach,s | b: It’s caught on something. | s: Pull.

dark prop:rope | # CREAK
field close b+shock | b: It’s heavy.
well empty | b: Sofi? Why is it heavy?

field mid s,b | s: Water? | b: No.
dark prop:bucket | > In the bucket, folded neatly, lay a coat.
field.night silhouette w | w: Put that back where you found it.`,
    },
    {
      title: 'The Coat',
      script: `room.night wide s,w | w: My brother went down to clean it. Forty years ago. | s: And the coat? | w: I sewed it.
room.night close w+sad | w: It had a torn sleeve.
tone prop:hand | > The sleeve was mended. With hair.

bedroom.night wide b | > Tomás put it on for fun. It fit.
bedroom.night close b+smile | b: It’s warm, Sofi.
bedroom.night close b+shock | b: It’s warm like somebody’s just taken it off.

field.night wide b@walk | > At three in the morning he went out, to bring it back.
well.night empty | * Come, I’ll hold it for you.
dark eyes b+shock`,
    },
    {
      title: 'Rope',
      script: `field.night wide s@run | s! Tomás!
tone prop:rope | > Sixty metres of rope. It was tight.
well back s | s! Are you down there?

dark empty | * Down here.
well close s+shock | s~ That is his voice.
dark empty | * Down here it isn’t even deep.

tunnel.night mid s | > It was deep.
tunnel.night prop:lantern | # DRIP
tunnel wide s | > At the bottom there was a door, and a row of hooks.
dark prop:key | > On each hook, a coat. On each coat, a name.`,
    },
    {
      title: 'Hooks',
      script: `tunnel close s | s~ Eleven coats. Mateo. Ines. Rosa. Joaquín.
tunnel.night mid s | s~ The last one is small.
dark prop:door | # KNOCK

tunnel.night low x | x: You may hang yours there.
burst close s+shock | # !
tunnel.night over s,x | x: I only ever asked to keep one warm. | s: Where is my brother?

dark eyes x
dark empty | x: Which one? I have mended so many.
well back b | b! Sofi! Pull!
field.night silhouette s,b | > They came up at sunrise, in their shirts. It was very cold, and nobody has complained since.`,
    },
  ],
};
