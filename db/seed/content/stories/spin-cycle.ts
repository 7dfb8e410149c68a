import type { DrawnStory } from '../types.ts';

export const spinCycle: DrawnStory = {
  slug: 'spin-cycle',
  creator: 'noor',
  title: 'Spin Cycle',
  description:
    'Noor’s launderette has nine machines, one cat and a shelf for socks that came without a partner. People tell you things while they wait for their towels.',
  publicationType: 'indie',
  format: 'page_ltr',
  rating: 'all',
  genre: 'slice_of_life',
  language: 'en',
  tags: ['launderette', 'cat', 'neighbours', 'cosy'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 4121, views: 36451, likes: 1674 },
  palette: {
    ink: '#16323a',
    paper: '#fff5e9',
    a: '#f46a3c',
    b: '#1f7f78',
    c: '#e8a27a',
    tone: '#f8dcc4',
    deep: '#173c44',
  },
  sheet: '#fff5e9',
  caption: '#f8d0b2',
  cast: {
    n: { skin: '#c98d5e', hair: 'bun', hairColor: '#16323a', garment: 'apron', top: '#1f7f78' },
    c: {
      kind: 'cat',
      skin: '#f46a3c',
      hairColor: '#fff5e9',
      top: '#f46a3c',
      bottom: '#f46a3c',
      build: 'child',
    },
    p: {
      skin: '#f6d3b4',
      hair: 'bald',
      garment: 'suit',
      top: '#173c44',
      extras: ['moustache', 'glasses'],
      hairColor: '#8a8a86',
    },
    l: {
      skin: '#f6d3b4',
      hair: 'side',
      hairColor: '#b5502a',
      garment: 'hoodie',
      top: '#e8a27a',
      extras: ['freckles', 'earring'],
    },
    u: { skin: '#7b4f33', hair: 'curls', hairColor: '#1b1512', garment: 'shirt', top: '#f46a3c' },
  },
  pace: { latestDaysAgo: 20, everyDays: 21, time: '12:00', continues: true },
  scripts: [
    {
      title: 'Machine Six',
      script: `laundromat wide n,c | > Nine machines. Machine six is taken.
laundromat prop:cat | # PRRR
laundromat mid l,n | l: There’s a cat in six. | n: He paid.
laundromat close l+shock | l: With what?

tone prop:sock | > With a sock.
laundromat mid n,c+closed | n: He brings one every Monday. I don’t ask.
laundromat close c+smirk | # MRRP

laundromat wide p,l | p: This is mine. | l: It’s a sock. | p: It is my left one.
laundromat close p+sad | p: I threw the right one away on Sunday. I had given up.
split prop:socks | > This happens more often than one thinks.

street wide p@walk | > He went through every bin of the street.
street mid p,u | u: Looking for this? | p: You took it out of the bin? | u: It was a good sock.
burst prop:socks | # TADAA

laundromat.night wide n,c | n: You know where all of them live, don’t you? | c: Mrrp.`,
    },
    {
      title: 'Delicates',
      script: `laundromat wide u | > Usman washes one shirt. Thirty degrees. Delicates.
laundromat close u+closed | u~ Don’t shrink. Don’t shrink.
laundromat mid n,u | n: First date? | u: Job interview. | n: Same programme.

tone prop:clock | > Forty minutes.
laundromat mid p,u | p: Tell me about your weaknesses. | u: What? | p: They always ask.
laundromat close u | u: I say what I think.
laundromat close p+smile | p: Good. Say it more slowly.

laundromat wide l,u,p | l: I’d hire you. | u: You don’t know what for. | p: She never does.
laundromat prop:cat | # THUMP
laundromat close u+shock | u: He’s lying on my shirt.

laundromat wide u,n | u: I have eleven minutes! | n: Cold water. Masking tape. Hold still.
tone prop:clock | # TICK TICK
laundromat mid p,u | p: Shoulders back. Say your name. | u: Usman Bello. | p: And now as if you liked him.
laundromat close u+smile | u: Usman Bello.

cafe wide u | > He went with hair on both sleeves.
cafe mid u | * You have a cat? | u: He has me.
cafe close u+smile | > It turned out they had two.`,
    },
    {
      title: 'Lost Property',
      script: `laundromat wide n,l | n: Shelf one: single socks. Shelf two: buttons. | l: And three?
laundromat prop:letter | n: Things people forgot on purpose.
laundromat mid l@reach,n | l: Can I look? | n: You may look. You may not read.

split prop:key | > A key for a door that was painted over.
split prop:ticket | > Two tickets. Row seven.
split prop:note | > A list. All ticked except one.
laundromat close l | l~ Call her.

laundromat.night mid l | l: Whose is it? | n: Somebody in your size.
laundromat.night close l+shock | l: …I wrote this.
laundromat.night close n+smile | n: In March. You folded it into a towel.

laundromat.night wide l,n | l: What do I even say? | n: What did you say last time? | l: Nothing. For two years.
laundromat.night close n | n: Then start with the weather. It’s always there.
laundromat.night prop:cat | # PRRR
laundromat.night mid l | > But she had taken out her phone. | l: It isn’t even raining.

street.night wide l | > It rang four times.
street.night close l+sad | l: Mum? No, nothing’s wrong.
street.night mid l+smile | l: I’m only doing my laundry.
tone prop:note | # TICK`,
    },
    {
      title: 'Power Cut',
      script: `laundromat wide n,p,u | # CLUNK
dark wide n,p,u | n: Nobody move. | p: My trousers are in there! | u: All of them?
dark eyes c

dark close p | p: I own two pairs. I am economical.
dark prop:match | # FSSH
laundromat.night wide n,p,l | l: It’s like a church. | n: With better smells.
laundromat.night mid u,l | u: Sing something. | l: I only know adverts.

laundromat.night silhouette l,u,p | > They sang the one for washing powder, in three voices.
laundromat.night close n+laugh | > It has four verses. Nobody had known.
laundromat.night close c+closed | # PRRR

street.night wide u,l | > By ten the neighbours had come down, with candles and with washing.
laundromat.night mid n,u | n: The machines don’t work. | u: They know. They brought it anyway.
tone prop:cup | # SLURP
laundromat.night close p+smile | p: I have lived here thirty years. I never knew we had an alto.

laundromat wide n,p,u,l | # BZZZ
laundromat mid p,n | p: Must we have it so bright?
laundromat prop:lamp | > Since then, Thursdays, eight o’clock. Bring towels.`,
    },
  ],
};
