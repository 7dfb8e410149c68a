import type { DrawnStory } from '../types.ts';

export const laneFour: DrawnStory = {
  slug: 'lane-four',
  creator: 'rin',
  title: 'Lane Four',
  description:
    'Mika swims the fastest fifty in the county and cannot turn. A coach with a bad knee, a rival with good manners, and the lane nobody wants because it looks you in the eye.',
  publicationType: 'comics',
  format: 'strip',
  rating: 'all',
  genre: 'sports',
  language: 'en',
  tags: ['swimming', 'rivals', 'team', 'summer'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 9311, views: 86505, likes: 4209 },
  palette: {
    ink: '#0e2e36',
    paper: '#fff6e8',
    a: '#ff5a1f',
    b: '#12a6a8',
    c: '#e0995c',
    tone: '#bfe3df',
    deep: '#0b5c66',
  },
  sheet: '#fff6e8',
  caption: '#ffc49a',
  cast: {
    m: {
      skin: '#e0995c',
      hair: 'spikes',
      hairColor: '#0e2e36',
      hat: 'swim',
      hatColor: '#ff5a1f',
      garment: 'bare',
      top: '#ff5a1f',
      bottom: '#ff5a1f',
    },
    t: {
      skin: '#f6cfa5',
      hair: 'tail',
      hairColor: '#7a4a22',
      garment: 'hoodie',
      top: '#12a6a8',
      extras: ['freckles'],
    },
    c: {
      skin: '#a9683a',
      hair: 'bun',
      hairColor: '#d8d8d0',
      garment: 'shirt',
      top: '#0b5c66',
      build: 'wide',
      extras: ['glasses'],
    },
    d: {
      skin: '#f6cfa5',
      hair: 'side',
      hairColor: '#c98a2c',
      hat: 'swim',
      hatColor: '#0b5c66',
      garment: 'bare',
      top: '#0b5c66',
      bottom: '#0b5c66',
    },
  },
  pace: { latestDaysAgo: 0, everyDays: 35, time: '12:00' },
  scripts: [
    {
      title: 'The Wall',
      script: `pool wide m | > Twenty-five metres. Nobody in this county goes out faster.
speed close m+angry | # SPLASH
underwater.bubbles back m | > Then comes the wall.

burst close m+shock | # BONK
pool mid m+sad,t | t: You’re supposed to turn before it. | m: It comes so suddenly.
lockers wide c,m | c: Twenty years, and I never saw a boy argue with tiles. | m: Did I win?

tone prop:watch | c: Out: 11.2. Back: an embarrassment.
lockers close c+smirk | c: Lane four. Tomorrow, six o’clock.
pool.night silhouette m | m: Nobody swims in four. | c: That’s why it’s free.`,
    },
    {
      title: 'Six O’Clock',
      script: `street.night wide m@walk | > Six o’clock has a colour. It is not a nice one.
pool mid m,c | m: Why four? | c: Everyone looks at four. The clock, the judges, the girl with the hoodie.
pool close t+smile | t: I only look at the clock!

underwater.bubbles wide m@swim | > Again.
tone prop:swimcap | # BONK
underwater.bubbles close m+angry | > Again.
pool mid c@point | c: Stop looking for the wall! It’s not going anywhere!

pool mid m,d | d: Shut your eyes at the flags. Count three. | m: And then? | d: Then trust it.
pool close m+shock | m: You swim for Harlow. Why tell me?
pool.night silhouette d,m | d: Because beating you at half a race is boring.`,
    },
    {
      title: 'Count Three',
      script: `lockers wide m,t | t: One, two, three, over. Like a pancake. | m: I burn pancakes.
lockers close m+closed | m~ One. Two. Three.
burst legs m | # SPLAT

stands wide c,t | t: He turned in a corridor. | c: It is a start.
underwater.bubbles mid m+closed | > One.
underwater.bubbles close m+closed | > Two.
dark empty | > Three.

speed low m@swim | # FWOOSH
underwater.bubbles wide m@swim | > The wall is where it always was. It even helps a little.
pool close m+laugh | m! It pushes back!`,
    },
    {
      title: 'Heat Two',
      script: `stands.night wide c,t | > County finals. Heat two. | t: He’s in four! | c: I may have asked a favour.
pool mid d+smile,m | d: You look sick. | m: I had pancakes. | d: Brave.
tone prop:watch | # BEEP

speed wide m@swim,d@swim | > Out.
underwater.bubbles eyes m+closed
dark empty | > One. Two. Three.
speed close m+angry | # WHAM

burst close d+shock | > Back.
pool wide m@raise,d | m: Who won? | d: Look up. | m: I’m scared to.
tone prop:medal | > Two hundredths.
lockers mid c+smile,m+laugh | c: Tomorrow, six o’clock. | m: I won! | c: By a fingernail. Tomorrow we’ll do both hands.`,
    },
  ],
};
