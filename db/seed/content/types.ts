// Demo content as plain data. Its pictures are files in `db/seed/pictures`.

export type DemoCreator = {
  key: string;
  displayName: string;
  email: string;
  language: 'en' | 'de';
  /** IANA time zone of the creator's release times. */
  timezone: string;
  founder?: boolean;
  publisher?: boolean;
  website?: string;
};

export type DemoChapter = { title: string; paragraphs: string[] };

export type DemoEpisode = {
  title: string;
  /** Release day, relative to the day of the seed. 0 or less is published, more is scheduled. */
  day: number;
  pages?: number;
  chapters?: DemoChapter[];
  price?: number;
};

export type DemoStory = {
  slug: string;
  creator: string;
  title: string;
  description: string;
  publicationType: 'comics' | 'indie' | 'novel';
  format: 'page_ltr' | 'page_rtl' | 'strip' | null;
  rating: 'all' | 'teen13' | 'mature16';
  genre: string;
  language: 'en' | 'de';
  tags: string[];
  pricing: { type: 'all_free' } | { type: 'first_free'; freeCount: number; price: number };
  figures: { subscribers: number; views: number; likes: number };
  /** Release time as HH:mm in the creator’s time zone. */
  time: string;
  episodes: DemoEpisode[];
};

export type Pace = {
  latestDaysAgo: number;
  everyDays: number;
  time: string;
  /** The last episode is scheduled, in the same rhythm. */
  continues?: true;
  /** Extra days between two seasons. */
  pause?: { after: number; days: number };
};

/** A comic's parts have pages, a novel's parts have chapters. */
export type StorySource = Omit<DemoStory, 'episodes' | 'time'> & {
  pace: Pace;
  parts: Pick<DemoEpisode, 'title' | 'pages' | 'chapters'>[];
};
