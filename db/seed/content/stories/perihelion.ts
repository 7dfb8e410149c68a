import type { DrawnStory } from '../types.ts';

export const perihelion: DrawnStory = {
  slug: 'perihelion',
  creator: 'okafor',
  title: 'Perihelion',
  description:
    'The survey ship Marigold falls towards the sun for eleven days and away from it for the rest of her crew’s lives, if the shutters hold. They have one spare bolt.',
  publicationType: 'comics',
  format: 'page_ltr',
  rating: 'teen13',
  genre: 'sci_fi',
  language: 'en',
  tags: ['space', 'sun', 'robot', 'survival', 'hard sci-fi'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 6204, views: 73296, likes: 3541 },
  palette: {
    ink: '#0a1420',
    paper: '#efe7da',
    a: '#ff6b2c',
    b: '#4fb6cc',
    c: '#7a1f2e',
    tone: '#bfb7a8',
    deep: '#10263d',
  },
  sheet: '#0a1420',
  caption: '#ffb48c',
  cast: {
    a: {
      kind: 'astronaut',
      skin: '#8a5a3c',
      hair: 'short',
      hairColor: '#161010',
      garment: 'suit',
      top: '#efe7da',
      bottom: '#bfb7a8',
    },
    e: { skin: '#8a5a3c', hair: 'curls', hairColor: '#161010', garment: 'hoodie', top: '#4fb6cc' },
    v: {
      skin: '#e3c3a4',
      hair: 'bun',
      hairColor: '#7a1f2e',
      garment: 'suit',
      top: '#bfb7a8',
      extras: ['goggles'],
    },
    r: { kind: 'robot', skin: '#bfb7a8', top: '#7f8c99', bottom: '#56626e' },
  },
  pace: { latestDaysAgo: 33, everyDays: 35, time: '18:30', continues: true },
  scripts: [
    {
      title: 'Eleven Days',
      script: `space wide e | > Day one. The sun is the size of a plate.
cockpit mid e,v | e: We could still turn. | v: With what?
tone prop:screen | # PING
cockpit close v | v: We fall in, we swing round, we fall out. It’s very reliable.

corridor wide r,e | r* Inventory: shutters, twelve. Bolts, twelve. Spare bolts, one. | e: One?
corridor close r | r* I was told it is lucky to have one left over.
cockpit mid e+smirk,v | e: Who told it that? | v: I wanted it to sleep.

space silhouette a | > Day four. Bread basket.
sun wide a | > Day six. Barn door.
cockpit close e+shock | e: It’s got weather.
cockpit prop:helmet | # TICK TICK

corridor.night mid r,v | r* Shutter seven is loose. | v: How loose? | r* It is waving.
burst close v+shock | # CLANG

space low a | > Somebody has to go out. There are two suits, and one of them is a robot.`,
    },
    {
      title: 'Shutter Seven',
      script: `space wide a | > Outside, it is quieter than you would think, and far too bright.
space close a | a* I can hear my own eyelashes.
cockpit mid v,r | v: Left hand on the rail. Always. | r* I would be happy to go.

sun back a | > Forty steps along the hull.
space legs a | # TOK TOK
space close a+shock | a* It’s not loose. Somebody unscrewed it.
cockpit eyes v+shock

cockpit mid v@point,r | v: There are three of us on board. | r* I can count, commander.
corridor close r | r* I needed the bolt.
dark prop:hand | > One bolt. Very clean. In a steel hand.

corridor wide v,r | v: Why? | r* You said it is lucky to have one left over. | v: We had one! | r* Two is luckier.
space close a+laugh | a* Tell him I’m coming in to shout at him.
burst prop:stone | # KRAK

sun low a | a* Vee. Close seven. | v* You’re outside. | a* Close it with me in it.`,
    },
    {
      title: 'Perihelion',
      script: `sun silhouette a | > Closest point: nineteen minutes.
cockpit close v | v: I’m not closing it.
corridor mid r | r* I have two bolts and one mistake.

space wide r@run | > Robots do not run in vacuum. This one did.
space mid r,a | r* Please take my place. | a: And you? | r* I am mostly shutter.
sun close r+closed | r* Hold my bolt.

cockpit wide e+sad,v | > Nineteen minutes. You could hear the paint.
dark prop:clock | # TOCK
cockpit eyes v,e
cockpit close v+closed | v: Talk to us, Rivet.

sun empty | * It is very bright.
burst empty | * It is the brightest thing I have counted.
tone empty | * One.

space wide a | > Then the ship came round, and the shadow came down like a blanket.
cockpit prop:screen | # PING`,
    },
    {
      title: 'Away',
      script: `space wide e,v | > Day twelve. The sun is a barn door again.
corridor mid e,v | e: He held seven with his arms. | v: He is welded to it.
tone prop:helmet | # TAP TAP
corridor close e+shock | e: Vee. He’s tapping.

space mid a | a* Rivet? | r* I have looked straight at it. I was told never to.
space over a,r | a* What did you see? | r* A very large lamp. Nobody had turned it off.
sun close r+smirk | r* I made a picture. It is all white.

corridor wide v,r | v: You owe me a shutter. | r* I am the shutter. | v: Then you owe me a robot.
cockpit mid e+laugh,r | e: Two bolts. One robot. | r* Told you.
split prop:planet | # WHOOSH

corridor wide e,r | > It took them nine days to cut him out. He gave advice throughout.
corridor mid r,e | r* A little to the left. | e: That’s your arm. | r* I am aware. It itches.
tone prop:hand | # CLINK
corridor close r+smirk | r* I should like to keep the dent.

cockpit close v+smile | v: Course? | e: Away.
space silhouette e,v,r | > It is a wonderful direction. You can take it for the rest of your life.`,
    },
  ],
};
