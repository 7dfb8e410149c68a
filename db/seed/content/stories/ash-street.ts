// Four pages of the first episode are hand-drawn. Their scripts serve the thumbnails.

import type { DrawnStory } from '../types.ts';

export const ashStreet: DrawnStory = {
  slug: 'ash-street',
  creator: 'mirko',
  title: 'Ash Street',
  description:
    'A lamplighter who counts stairs, an inspector who is always late, and a street that wants to stay dark. Somebody lights lamp nine, and the whole quarter starts to lie.',
  publicationType: 'comics',
  format: 'page_ltr',
  rating: 'teen13',
  genre: 'crime',
  language: 'en',
  tags: ['noir', 'rain', 'lamplighter', 'conspiracy', 'black and yellow'],
  pricing: { type: 'first_free', freeCount: 6, price: 30 },
  figures: { subscribers: 18402, views: 482173, likes: 20351 },
  palette: {
    ink: '#14110f',
    paper: '#fffdf6',
    a: '#f2c230',
    b: '#8e8778',
    c: '#5a5348',
    tone: '#d8d1c2',
    deep: '#2a2520',
  },
  sheet: '#fffdf6',
  caption: '#f2c230',
  cast: {
    l: {
      skin: '#f3ecdd',
      hair: 'short',
      hairColor: '#14110f',
      hat: 'fedora',
      hatColor: '#14110f',
      garment: 'coat',
      top: '#3a332c',
      extras: ['moustache'],
    },
    i: {
      skin: '#e2d6bf',
      hair: 'side',
      hairColor: '#5a5348',
      hat: 'bowler',
      hatColor: '#2a2520',
      garment: 'suit',
      top: '#8e8778',
      build: 'wide',
    },
    v: {
      skin: '#f3ecdd',
      hair: 'bob',
      hairColor: '#14110f',
      garment: 'dress',
      top: '#f2c230',
      extras: ['earring'],
    },
    k: {
      skin: '#e2d6bf',
      hair: 'tail',
      hairColor: '#5a5348',
      hat: 'cap',
      hatColor: '#f2c230',
      top: '#8e8778',
      build: 'child',
    },
    o: {
      skin: '#d8d1c2',
      hair: 'bald',
      garment: 'coat',
      top: '#14110f',
      build: 'wide',
      extras: ['beard', 'glasses'],
      hairColor: '#fffdf6',
    },
  },
  pace: { latestDaysAgo: 0, everyDays: 7, time: '07:00', continues: true, pause: { after: 4, days: 84 } },
  scripts: [
    {
      title: 'Nine Lamps',
      script: `street.night.rain wide l | > Ash Street keeps nine lamps. Eight of them work.
tone prop:lamp | # BZZT
street.rain legs l | # TAP TAP
street.night.rain wide i,l | i: You’re late, inspector. | l: The lamp was early.

street.night.rain close l | l: Lamp nine. My lamp.
dark prop:match | # FSSH
dark prop:door | v: Somebody lit it tonight.
stairs.night back l | > Thirty-one steps. I counted.

blinds back v | v: Nine years, and you still count stairs.
dark silhouette l | v: Don’t answer it.
tone prop:phone | # RRRING

room.night wide v,l | v: Nobody has that number. | l: Somebody has that number.
split prop:phone | # RRRING
room.night close l+shock | l: Ash Street. Lamp office.
dark empty | * You forgot one, lamplighter.
room.night eyes v

roof.night.rain wide l@run | > From the roof you see all nine.
street.night prop:lamp | > Eight yellow. One white.
roof.night close l+angry | l: Mine burn yellow.
blinds silhouette i | i: Mine are at home, in bed. Like decent lamps.

street.night low l | l: So who pays the electric bill?`,
    },
    {
      title: 'Bone and Yellow',
      script: `street.rain wide l,k | > Morning. The street pretends nothing happened. | k: Mister Boone! It’s still on!
tone prop:lamp | # HMMM
street.rain mid l,k | l: Lamps go off at six. | k: Nobody told that one.

stairs mid l | l: Twenty-nine. Thirty.
stairs legs l | # CREAK
split prop:door | > There is no door on the thirty-first step.
stairs close l+shock | l~ There is a door on the thirty-first step.

room wide v,l | v: You look like a man who found a door. | l: Was it yours?
room close v+smirk | v: I only rent the window.
dark prop:key | v: The rest belongs to him.

street.night.rain mid i@fold,k | i: Names, child. | k: He has none. He only has the rent.
tone prop:letter | > Yellow paper. Bone-white ink.
street.night.rain close i+angry | i: White ink. Who writes in white?
street.night back i | # TAP TAP

roof.night silhouette v | > Everyone who owes him writes in white. So nobody can read what they owe.
blinds close l | l: And what do I owe?
dark prop:match | v: One lamp.`,
    },
    {
      title: 'The Inspector Is Late',
      script: `platform.rain wide i | > The 6:10 leaves at 6:10. The inspector arrives at 6:12.
tone prop:clock | # TOCK
platform.rain close i+sad | i: Again.
platform.rain mid i,k | k: You do this every day. | i: One day it will be late too.

cafe wide v,i | v: You were a good policeman once. | i: I was a punctual one.
cafe over v,i+sad | i: There was a fire. Number nine. I came two minutes after.
dark prop:match | # FSSH

street.night wide l@run | > Nine years ago.
burst prop:bell | # CLANG CLANG
street.night close l+shock | l! There’s someone on the stairs!
stairs.night.sparks back l | > Thirty-one steps. He counted them going up.

stairs.sparks low k | > He carried her down.
street.night.rain mid l,i+sad | i: Who was it? | l: She never told us a name.
tone prop:watch | > Two minutes.

cafe close v+closed | v: I remember the smoke. It drew a nine.
cafe mid v,i+shock | i: You. | v: Eat your cake, inspector. You’re late for work.
street.rain wide i@run | # TAP TAP TAP`,
    },
    {
      title: 'What Rain Is For',
      script: `facade.rain wide k@walk | > Rain is for listening. That is what my mother said.
facade.rain close k | k~ Gutter. Gutter. Bucket. Hat.
tone prop:bucket | # PLIP
facade.rain mid k+shock | k~ Where it makes no sound, somebody stands.

street.night.rain silhouette o | > There.
street.night.rain close k+shock | k~ He has no umbrella. And he is dry.
street.night legs o | > He has no footsteps, either.

roof.night.rain wide l,k | k: He stood under nine. He looked up. | l: What did he look like?
dark prop:hand | k: Like rent.
roof.night.rain close l | l: Go home, Kit.

stairs.night back k | > She did not go home.
stairs.night mid k@point | k: Twenty-eight, twenty-nine…
split prop:door | # CLICK
dark eyes o+angry

burst close k+shock | k! Mister Boone!
stairs.night.rain wide l@run | > Rain is for listening. He heard her three streets away.
dark prop:lantern | > And all eight lamps went out.`,
    },
    {
      title: 'RRRING',
      script: `dark empty | > 1. The phone.
tone prop:phone | # RRRING
room.night mid v | v: Lamp office. He’s out.
dark empty | * I know. I have put him out.

street.night wide l,i@run | l! Kit! | i: I came straight away. | l: You’re early.
street.night close i+shock | i: I am, aren’t I.
stairs.night wide l,i | l: Count with me.

stairs.night close l | l: One.
stairs.night close i | i: Two.
tone legs l | # TAP TAP
stairs.night back i | > At thirty-one both of them stopped, out of manners.

room.night wide o,k | o: She counts well. I could use her. | k: He pays in white.
room.night over o,l+angry | l: Let her go. Take the lamp.
dark prop:hand | o: I don’t want a lamp, Mr Boone.

room.night close o+smirk | o: I want the dark back. I had it first.
burst silhouette k@run | # CRASH
room.night mid l,k | l: You bit him? | k: He tasted of candles.`,
    },
    {
      title: 'A Match, a Door',
      script: `dark close l | > Eight lamps out. One match left.
dark prop:match | # FSSH
street.night silhouette l,k | k: Which one first? | l: The one that isn’t mine.

street.night.rain wide i,v@point | v: The cable runs down, not up. | i: Down where?
split prop:key | v: He gave me the window. I took a print of the rest.
street.night.rain mid i+smile,v | i: That’s theft. | v: You’re off duty.
street.night prop:clock | > He was.

tunnel wide v,i,l | l: There was a street here. | v: There still is. | i: Nine lamps.
tunnel.night low o | o: My Ash Street. Before you lit it.
tunnel close k+shock | k~ All the windows are painted white.

tunnel.night mid o,l | o: People were kinder when they couldn’t see. | l: They were only quieter.
dark eyes l+angry
burst prop:lantern | l! Good evening!

tunnel wide l,k,v | > A street that has been dark a hundred years takes its time to look at itself.
tunnel close v+sad | v: There’s my door. Number nine.
dark prop:door | # KNOCK KNOCK`,
    },
    {
      title: 'Thirty-One Steps',
      script: `stairs.night wide v | > Somebody knocks from inside.
stairs.night close v | v: One.
tone legs v | # TAP
stairs.night mid v,l | l: You don’t have to. | v: I was carried down. I would like to walk up.

stairs.night back v | > Nineteen. Here the banister is new.
dark prop:match | > Twenty-four. Here it started.
stairs.sparks close v+closed | v~ Two minutes.
stairs.night close i+sad | i: I’m sorry.

split prop:door | # KNOCK
stairs.night wide v,i,k | k: Thirty-one! | v: Open it, inspector. | i: Me?
stairs.night close v+smile | v: You are exactly on time.

room silhouette o | o: You could have knocked.
room.night over v,o+sad | o: It was my house. It burned. I wanted one thing nobody could light.
room.night close v | v: It was my house, too.

room mid v,o | v: Nine years I paid you for a window. | o: It had the best view.
tone prop:key | # CLINK
roof wide v,l | > Morning. Nine lamps, all out, the way it should be.`,
    },
    {
      title: 'The Landlord',
      script: `street wide l,k | > Friday. Rent day. | k: Do we still pay? | l: Ask the landlord.
street mid k,v+smile | k: Do we still pay? | v: In light bulbs.
tone prop:lamp | # PLINK

cafe wide i,v | i: They made me chief. | v: And? | i: I start at nine.
cafe close i+smile | i: I came at eight.
split prop:cup | # SLURP
cafe mid v+smirk,i | v: Drink up. You have a visitor.

facade wide o,k@point | o: Is the cellar free? | k: It’s dark down there. | o: I was hoping.
facade close k+smirk | k: First month in advance. Black ink.
tone prop:note | # SCRATCH

roof.night wide l | > Six o’clock. Eight matches.
street.night prop:lamp | > One, two, three, four.
roof.night close l | l~ Five, six, seven, eight.
roof.night mid l,v | l: Nine is yours. | v: I never lit one.

dark prop:match | # FSSH
street.night.rain silhouette v,l | > And when the whole street was lit, somebody, far away, put on a tenth.`,
    },
  ],
};
