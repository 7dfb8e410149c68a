/** Comments of the demo's people on the first episode of each other's stories. */

export type DemoComment = {
  /** Key of the author. */
  by: string;
  text: string;
  hoursAgo: number;
  spoiler?: true;
  pinned?: true;
  likedBy?: readonly string[];
  replies?: readonly DemoComment[];
};

export const demoComments: Readonly<Record<string, readonly DemoComment[]>> = {
  'ash-street': [
    {
      by: 'mirko',
      text: 'The stairs are counted right. Count them again later, and put what you know under the spoiler fold, please.',
      hoursAgo: 900,
      pinned: true,
      likedBy: ['rin', 'teo', 'reader', 'noor'],
    },
    {
      by: 'teo',
      text: 'Thirty-one steps, and the fourth panel shows thirty-two. Either he cannot count or somebody is standing on one of them.',
      hoursAgo: 640,
      likedBy: ['hana', 'reader', 'okafor'],
      replies: [
        {
          by: 'mirko',
          text: 'You were not supposed to see that before Friday.',
          hoursAgo: 620,
          likedBy: ['teo'],
        },
        { by: 'hana', text: 'I went back and counted. It is thirty-two.', hoursAgo: 300 },
      ],
    },
    { by: 'okafor', text: 'It is the landlord. It was always the landlord.', hoursAgo: 210, spoiler: true },
    { by: 'reader', text: 'The rain in this one sounds like something. I read it twice.', hoursAgo: 26 },
  ],
  'two-umbrellas': [
    {
      by: 'rin',
      text: 'Two strangers, one taxi rank, and nobody says what everybody knows. I am not bored for a second.',
      hoursAgo: 410,
      likedBy: ['hana', 'ayla'],
      replies: [
        { by: 'hana', text: 'They will say it. Not soon.', hoursAgo: 400, likedBy: ['rin', 'reader'] },
      ],
    },
    { by: 'ayla', text: 'The red of the second umbrella is doing all the acting here.', hoursAgo: 95 },
  ],
  'the-salt-road': [
    {
      by: 'moreau',
      text: 'A whole night without a fire, and I could still see every face. How?',
      hoursAgo: 320,
      likedBy: ['idris', 'ida'],
      replies: [{ by: 'idris', text: 'Salt holds the light longer than one thinks.', hoursAgo: 318 }],
    },
  ],
  'room-313': [
    {
      by: 'ida',
      text: 'Ate before I started. Still hungry at the end of it, in the good way.',
      hoursAgo: 130,
    },
    { by: 'reader', text: 'Who left the door open on the first page?', hoursAgo: 40, likedBy: ['moreau'] },
  ],
  spaeti: [
    {
      by: 'lotte',
      text: 'Genau so steht man nachts vor dem Kühlschrank und überlegt, was man eigentlich wollte.',
      hoursAgo: 260,
      likedBy: ['cem', 'ida'],
      replies: [{ by: 'cem', text: 'Meistens wollte man nur kurz raus.', hoursAgo: 255 }],
    },
    { by: 'ida', text: 'Der Pfandautomat hat die beste Nebenrolle seit Langem.', hoursAgo: 70 },
  ],
  balkonien: [
    { by: 'hana', text: 'Ich habe beim Lesen meine Tomaten gegossen.', hoursAgo: 55, likedBy: ['lotte'] },
  ],
};
