import type { DrawnStory } from '../types.ts';

export const mothQueen: DrawnStory = {
  slug: 'the-moth-queen',
  creator: 'ayla',
  title: 'The Moth Queen',
  description:
    'Once a year the Moth Queen may leave her palace and visit a light of her choosing. This year she chooses the kitchen lamp of a girl who is afraid of moths.',
  publicationType: 'comics',
  format: 'page_ltr',
  rating: 'all',
  genre: 'fantasy',
  language: 'en',
  tags: ['fairy tale', 'insects', 'court', 'night', 'friendship'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 12786, views: 154025, likes: 5977 },
  palette: {
    ink: '#0a1f1b',
    paper: '#f6ebd3',
    a: '#e5a93b',
    b: '#2f6a5e',
    c: '#b3402f',
    tone: '#cdb6ec',
    deep: '#123a33',
  },
  sheet: '#0e2b26',
  caption: '#f0cd88',
  cast: {
    q: {
      kind: 'moth',
      skin: '#e6dcf5',
      hair: 'long',
      hairColor: '#f6ebd3',
      hat: 'crown',
      hatColor: '#e5a93b',
      garment: 'dress',
      top: '#b3402f',
    },
    f: {
      skin: '#d9a57c',
      hair: 'plaits',
      hairColor: '#3a2418',
      garment: 'hoodie',
      top: '#2f6a5e',
      build: 'child',
    },
    c: { kind: 'owl', skin: '#7a5a36', hairColor: '#f6ebd3', garment: 'suit', top: '#123a33', build: 'wide' },
    p: {
      kind: 'moth',
      skin: '#cdb6ec',
      hair: 'curls',
      hairColor: '#2f6a5e',
      hatColor: '#cdb6ec',
      garment: 'suit',
      top: '#e5a93b',
    },
  },
  pace: { latestDaysAgo: 4, everyDays: 28, time: '18:00' },
  scripts: [
    {
      title: 'One Light a Year',
      script: `forest.night.sparks wide q | > The Queen of Moths has nine hundred rooms and not one lamp.
hall.night mid c,q | c: It is for your own good, Majesty. | q: You say that about soup.
dark prop:crown | > But once a year, by law, she may visit a light.

hall wide c,q,p | c: The lighthouse, as your mother did? | p: The stars, as your aunt did? | q: My aunt never came back.
hall.night close q | q: I want that one.
forest.night prop:lamp | > Far below. Yellow. Flickering a little.

hall.night close c+shock | c! A kitchen?
hall.night mid q+smirk,p | q: It looks as if it could use company. | p: I’ll fetch the coach.
tone prop:moth | # FRRR

room.night wide f | > In the kitchen, a girl wrote her homework. Title: What I Am Afraid Of.
room.night close f | f~ Moths.
tone prop:lantern | # TICK TICK
burst close f+shock | f! MOM!

room.night low q | q: Good evening. Is this seat taken?`,
    },
    {
      title: 'What I Am Afraid Of',
      script: `room.night wide f@raise,q | f! Don’t touch me! | q: I only came for the lamp.
room.night close q+sad | q: You may finish being afraid. I’ll wait.
room.night mid f,q@sit | f: …It takes about an hour. | q: I have until sunrise.

tone prop:note | > 1. They are dusty.
room.night close q+shock | q: That’s make-up!
tone prop:moth | > 2. They fly at your face.
room.night mid q,f | q: You leave it so bright.

room.night wide f,q | f: 3. They die on the windowsill. | q: Yes.
dark close q+closed | q: That one is true.
room.night close f | f~ Nobody ever said yes to a list of mine.

hall.night wide c,p | c: She is late. | p: She has six hours, Chancellor. | c: She is late in my heart.
hall.night eyes c
forest.night silhouette c,p | > He took the coach and forty guards.

room.night mid f+smile,q | f: Do you want to see it burn out? I have to change the bulb. | q: There is more than one?
dark prop:lamp | # PLINK`,
    },
    {
      title: 'Forty Guards',
      script: `street.night.sparks wide p,c | > Forty guards in an unknown street. | c: Formation! | p: Sir, the lantern.
street.night prop:lamp | # FRRRRR
street.night mid c+angry | c! Formation!
street.night close p+closed | p: Sir… it’s so round.

room.night wide f,q | f: There are moths outside. Lots. | q: They’re mine. Close the curtain.
room.night mid f@point,q | f: Are you in trouble? | q: I am a queen. I am the trouble.
room.night close f+laugh | f: I say that too!

dark wide f,q | > They sat in the dark and told each other lists.
dark close q | q: Things I like: one.
dark close f+smile | f: You can say it.
dark prop:lantern | q: When someone leaves it on.

street.night silhouette c | c: Majesty? | # KNOCK KNOCK
room.night mid q+shock,f | q: He knocked. He never knocks.
room.night close f | f: Then it’s serious. Hide in my list.

stairs.night low c | c: Little girl. Have you seen a light?`,
    },
    {
      title: 'The Chancellor and the Bulb',
      script: `room.night wide c,f | c: A tall lady, dusty. | f: It’s make-up. | c: …So you have seen her.
room.night close c+sad | c: Her mother went to the lighthouse. I held the coat.
tone prop:lantern | > For nine years he held it.

room.night mid f,c | f: What are you afraid of? | c: I beg your pardon? | f: There’s a list. You can have number four.
room.night close c+closed | c: Lamps.
dark prop:lamp | > He had never seen one from nearby.

room.night wide q,c | q: You never told me. | c: You never asked, Majesty. You only wanted to go.
room.night over q,c+sad | c: And I only wanted you to stay.
room.night close f | f: Both of you. Sit. I’ll do it.

dark prop:hand | # CLICK
burst wide q,f,c | > It was forty watts. It was the most beautiful thing.
room close c+shock | c: It’s warm.

forest.leaves wide q,c | > They flew home before sunrise, and not a wing was singed.
hall mid q+smile,p | q: Order for the palace. | p: Majesty? | q: One lamp.`,
    },
    {
      title: 'One Lamp',
      script: `hall wide q,p,c | > One lamp in nine hundred rooms. | p: Where do we put it? | c: Where everyone has to pass.
hall.night close c+smile | c: I shall switch it myself.
tone prop:lamp | # CLICK CLICK CLICK
hall.night mid p,q | p: He has done it all night. | q: Let him.

room.night wide f | > What I Am Afraid Of, second version.
tone prop:note | > 1. That she won’t come back.
room.night close f+sad | f~ One light a year. She has had it.

hall.night mid c,q | c: The law says: the Queen may visit one light a year. | q: I know the law.
hall.night close c+smirk | c: It says nothing about a Chancellor.
burst prop:crown | # PUFF

hall.night wide c | > So the Chancellor put on his coat. It was nine years old and still had the other one’s warmth in it.
forest.night.sparks back c | # FLAP FLAP
forest.night close c+shock | c: I have never flown towards one.
dark prop:lamp | > It grew. He did not close his eyes.

room.night.sparks wide f,c | c: Good evening. I have a list. | f: Is this seat taken? | c: That is my line.`,
    },
  ],
};
