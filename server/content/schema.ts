import Type, { type Static } from 'typebox';
import type { Locale } from '../lib/locale.ts';

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

export const frontMatterSchema = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 120 }),
    /** For search engines and link previews, which truncate at 200. */
    description: Type.String({ minLength: 1, maxLength: 200 }),
    /** Heading at the top of the page, when it differs from the title. */
    heading: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    /** One or two sentences that open the page in larger type. */
    lead: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
    changed: Day,
    /** First publication of a text that belongs to a day. */
    published: Type.Optional(Day),
    author: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    tags: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }), { minItems: 1, maxItems: 10 }),
    ),
  },
  { additionalProperties: false },
);

type FrontMatter = Static<typeof frontMatterSchema>;

/** Content under a heading of the third level, e.g. a question of the FAQ. */
export type Part = { id: string; heading: string; html: string; text: string };

export type Section = {
  id: string;
  heading: string;
  /** A quote right under the heading that sums up the section. HTML without a paragraph around it. */
  summary: string | null;
  html: string;
  intro: string;
  parts: readonly Part[];
};

export type Content = Omit<FrontMatter, 'tags' | 'heading'> & {
  /** The title, unless the front matter sets a heading. */
  heading: string;
  /** Path of the file under the language: `terms_of_service`, `blog/first-words`. */
  name: string;
  /** Language in which the text is written. */
  locale: Locale;
  tags: readonly string[];
  /** The whole text. Headings begin at the second level and have ids. Links have the language prefix. */
  html: string;
  intro: string;
  sections: readonly Section[];
  /** Reading time. */
  minutes: number;
  /** Links to pages of this site, without language prefix. */
  links: readonly string[];
};
