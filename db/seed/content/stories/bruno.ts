import type { DrawnStory } from '../types.ts';

export const bruno: DrawnStory = {
  slug: 'bruno-is-awake',
  creator: 'lotte',
  title: 'Bruno Is Awake',
  description:
    'All bears sleep through the winter. Bruno has tried the left side, the right side and counting fish. Since he is up anyway, he might as well see what snow does.',
  publicationType: 'indie',
  format: 'strip',
  rating: 'all',
  genre: 'comedy',
  language: 'en',
  tags: ['bear', 'winter', 'for children', 'bedtime'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 7805, views: 121543, likes: 5336 },
  palette: {
    ink: '#1b1440',
    paper: '#fff9ec',
    a: '#ffd64a',
    b: '#7fa0ff',
    c: '#e2574c',
    tone: '#c9d6ff',
    deep: '#2146c7',
  },
  sheet: '#e6ecff',
  caption: '#ffe99a',
  cast: {
    b: {
      kind: 'bear',
      skin: '#7a4526',
      hairColor: '#e9b68a',
      garment: 'shirt',
      top: '#e2574c',
      bottom: '#7a4526',
      build: 'child',
    },
    m: {
      kind: 'bear',
      skin: '#5e351d',
      hairColor: '#d9a57c',
      garment: 'dress',
      top: '#ffd64a',
      build: 'wide',
    },
    f: {
      kind: 'fox',
      skin: '#ef7a3a',
      garment: 'hoodie',
      top: '#2146c7',
      bottom: '#ef7a3a',
      build: 'child',
      extras: ['scarf'],
    },
    o: {
      kind: 'owl',
      skin: '#6b5b7e',
      hairColor: '#fff9ec',
      garment: 'coat',
      top: '#453a63',
      build: 'child',
    },
  },
  pace: { latestDaysAgo: 139, everyDays: 7, time: '16:30' },
  scripts: [
    {
      title: 'Left Side, Right Side',
      script: `bedroom.night wide m+closed | > Everybody sleeps.
bedroom.night close b | b: I don’t.
bedroom.night mid b+sad | b~ Left side. Right side. Upside down.

underwater.bubbles wide b@swim | > He counted fish.
tone prop:fish | b: Two hundred and one. Two hundred and two.
bedroom.night close b+shock | b: Now I’m awake AND hungry.

bedroom.night mid m+closed,b | b: Mum? How long is winter? | m: Mmmh. Till it’s over.
dark prop:door | # CREAK
forest.night.snow silhouette b | b: Oh. It’s white!`,
    },
    {
      title: 'What Snow Does',
      script: `forest.night.snow wide b | b: Hello?
forest.night.snow close b+closed | > Snow says nothing. It says it very softly.
hill.night.snow mid b@raise | # PLOP

forest.night.snow wide f,b | f: You’re a bear. | b: Yes. | f: In winter. | b: I know!
forest.night.snow close f+smirk | f: Are you broken?
forest.night.snow close b+sad | b: I don’t think so. I just can’t find the sleep.

hill.night.snow mid f,b | f: Where did you have it last? | b: In October.
tone prop:lantern | f: Then we go and look for it.
hill.night.snow silhouette f,b | > They took a lantern, in case it was shy.`,
    },
    {
      title: 'The Owl Knows',
      script: `forest.night wide o,b,f | f: Owl! Where does sleep go? | o: I work nights. I wouldn’t know.
forest.night close o+smirk | o: But it was here. It smelled of honey.
tone prop:honey | # SNIFF

hill.night wide f@run,b@run | f: Honey! | b: The honey tree!
forest.night.snow mid b,f | b: It’s empty. | f: And there’s a letter in it.
tone prop:letter | > “Gone to the moon. Back in spring. S.”

hill.night close b+shock | b: To the moon?
hill.night mid f,b | f: How good are you at jumping?
hill.night silhouette b@raise,f | # HOP HOP HOP`,
    },
    {
      title: 'To the Moon',
      script: `space wide b | > Nobody can jump to the moon.
bedroom.night close b+smirk | b: But I have a blanket, a chair and a broom.
burst prop:moon | # WHOOOSH

space mid b,f | f: You steer. | b: You steer! | f: I can’t, I’m the engine.
space close f+laugh | f! BRRRRRM!
space silhouette b,f | > It was further than the pond and nearer than spring.

space close b | b: It’s just like our hill.
hill.night.snow mid b,f | f: Perhaps it IS our hill.
hill.night.snow wide b+closed,f | b: Fox? I think it’s here. | f: What? | b: The sleep. It was holding the lantern.`,
    },
    {
      title: 'Good Morning, Bruno',
      script: `bedroom wide m,b+closed | m: Bruno. Spring!
bedroom close b+closed | b: Mmmh. Till it’s over.
tone prop:honey | # SNIFF

bedroom mid m,b+shock | m: How did you sleep? | b: In a broom. With an engine.
bedroom close m+laugh | m: And why is there snow in your bed?
hill.leaves wide f,b | f: You snored. The whole hill heard. | b: Was it beautiful?

hill.leaves close f+smile | f: It had four verses.
forest.leaves mid o+closed,b | b: Thank you, Owl! | o: I’m asleep. It’s daytime.
hill silhouette b,f | > Only the moon stayed up, in case somebody came back for the lantern.`,
    },
  ],
};
