import type { DrawnStory } from '../types.ts';

export const twoUmbrellas: DrawnStory = {
  slug: 'two-umbrellas',
  creator: 'hana',
  title: 'Two Umbrellas',
  description:
    'Every rainy Thursday Nao and Yuki wait for the same tram, each under an umbrella too large for one. A love story in drizzle, downpour and one hailstorm.',
  publicationType: 'comics',
  format: 'page_rtl',
  rating: 'all',
  genre: 'romance',
  language: 'en',
  tags: ['manga', 'rain', 'slow burn', 'tram', 'letters'],
  pricing: { type: 'first_free', freeCount: 3, price: 25 },
  figures: { subscribers: 24115, views: 259174, likes: 9618 },
  palette: {
    ink: '#171938',
    paper: '#fff9f7',
    a: '#d9263e',
    b: '#f2a0ad',
    c: '#7c7fc0',
    tone: '#dcdaee',
    deep: '#2b2e66',
  },
  sheet: '#fff9f7',
  caption: '#fbd3d8',
  cast: {
    n: {
      skin: '#fbe1d2',
      hair: 'bob',
      hairColor: '#171938',
      garment: 'coat',
      top: '#d9263e',
      extras: ['scarf'],
      umbrella: '#d9263e',
    },
    y: {
      skin: '#f3d2bd',
      hair: 'spikes',
      hairColor: '#4a3a63',
      garment: 'hoodie',
      top: '#7c7fc0',
      extras: ['glasses'],
      umbrella: '#f2a0ad',
    },
    g: {
      skin: '#f3d2bd',
      hair: 'bun',
      hairColor: '#dcdaee',
      garment: 'dress',
      top: '#2b2e66',
      extras: ['glasses'],
    },
    s: {
      skin: '#fbe1d2',
      hair: 'plaits',
      hairColor: '#9a5a2c',
      garment: 'shirt',
      top: '#f2a0ad',
      extras: ['freckles'],
    },
  },
  pace: { latestDaysAgo: 31, everyDays: 35, time: '16:00', continues: true },
  scripts: [
    {
      title: 'Thursday',
      script: `platform.rain wide n,y | > Thursday, 17:40. It rains.
tone prop:umbrella | > Hers is red.
platform.rain close y | > His is pink. He did not choose it.

platform.rain mid n,y | n~ Don’t stare. | y~ She’s staring at the umbrella.
platform.rain close n+smile | n: It suits you.
burst close y+shock | y! It’s my sister’s!

platform.rain wide y,n | > The tram was four minutes late.
tone prop:clock | # TOCK
platform.rain mid n+smirk | n: Tell your sister she has taste.
platform.rain back y | y~ I don’t have a sister.

room.night wide y,g | g: You came home dry. With my umbrella. | y: Grandma, I need it next Thursday.
room.night close g+smirk | g: Is it going to rain?
room.night close y+closed | y: Please.

street.night.rain low n | > All week long the sky was blue. It was terrible.`,
    },
    {
      title: 'Forecast',
      script: `cafe wide n,s | s: You look at the weather like others look at their mail. | n: I like clouds.
cafe close s+smirk | s: What’s his name?
tone prop:cup | # CLINK

cafe mid n+sad | n: I don’t know. I insulted his umbrella.
cafe close n | n~ Sixty percent for Thursday.
roof wide y | y~ Sixty percent.
split prop:radio | * Dry and sunny until Sunday.

platform wide n@carry,y@carry | > Thursday, 17:40. Not one cloud.
platform close n+shock | n~ He brought it anyway.
platform close y+shock | y~ She brought it anyway.

platform mid y,n | y: In case. | n: In case, yes.
platform eyes n
platform silhouette n@carry,y@carry | > They waited in the sun, side by side, under two umbrellas.
tone prop:umbrellas | # FWUP

platform.night wide s | s: I give up.`,
    },
    {
      title: 'Line 9',
      script: `platform.rain wide y,n | > Line 9 goes to the sea. Neither of them lives there.
platform.rain mid n,y | n: You take the 4, don’t you? | y: And you the 2.
platform.rain close n | n: Then what are we doing in this tram?

corridor mid y+sad | y: I thought you were going to the sea.
corridor close n+laugh | n: I thought you were!
burst prop:ticket | # PING

sea.rain wide n,y | > Last stop. Nobody at the beach in such weather, except everybody who counts.
sea.rain back n | n: I’ve never seen it rain on water.
sea.rain close y+smile | y: It looks like applause.

sea.night.rain mid n,y | n: I’m Nao. | y: Yuki. | n: Your sister’s umbrella is leaking, Yuki.
tone prop:umbrella | # DRIP
sea.night.rain close y | y: I have no sister.
sea.night.rain close n+smirk | n: I know. I asked your grandmother.

sea.night silhouette n@carry,y@carry | > One umbrella would have been enough. They carried both.`,
    },
    {
      title: 'Hail',
      script: `street.night.rain wide n@run | > Hail was not in the forecast.
tone prop:stone | # CRACK
street.night.rain close n+shock | n! My umbrella!

bridge mid n,s | s: It’s only an umbrella. | n: It’s the reason he knows me by.
bridge close n+sad | n~ Red. He looks for red.
room.night wide g,y | g: Go early. | y: It’s Thursday in nineteen hours.
room.night close g+smile | g: Early, I said.

platform.night.snow wide y | > 17:40. He looked for red.
platform.night.snow close y+sad | > There was none.
tone prop:clock | # TOCK
platform.night.snow back y | y~ Fifty-one. Fifty-two.

burst mid n@wave | n! Yuki!
platform.night wide n,y | y: You have no umbrella. | n: No. | y: Then how did I see you at once?
platform.night eyes n,y

platform.night low y | > He closed his. It was only hail.`,
    },
    {
      title: 'The Third Umbrella',
      script: `shopfront.rain wide n,y | > A shop with two thousand umbrellas. | n: We only need one. | y: For two.
tone prop:umbrellas | y: Too red.
shopfront.rain mid n,y+smile | n: Too pink. | y: I’ve grown fond of pink.

cafe wide g,s | g: They’ve been in there for two hours. | s: They’re choosing a ceiling.
cafe close g+laugh | g: My husband and I bought a tent.
split prop:cup | # CLINK

shopfront close n+smile | n: This one.
split prop:blueUmbrella | > Blue. It looked like Thursdays.
shopfront mid n,y | y: What if it never rains again? | n: Then we’ll carry it.
shopfront.rain close y+laugh | # PLIP

street wide n,y | > They carried it through eleven days of sun.
street close y+sad | y: People are staring. | n: Let them.
tone prop:radio | * Still no rain in sight.
bridge mid y,n | y: Open it anyway? | n: It’s bad luck, indoors. | y: We’re on a bridge.
bridge.night silhouette n@carry,y | > It made a very small room, with a view.

platform.rain wide n,y | > Thursday, 17:40. It rained.
platform.rain silhouette y,n | > The tram came on time. They let it go.`,
    },
  ],
};
