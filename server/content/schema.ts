/** What stands at the head of a text in locales/content, between two lines of `---`, and what is made of the text. */
import Type, { type Static } from 'typebox';
import type { Locale } from '../lib/locale.ts';

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

export const frontMatterSchema = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 120 }),
    /** For search engines and link previews; they cut at 200. */
    description: Type.String({ minLength: 1, maxLength: 200 }),
    /** What the page says at its top, when that is more than its title. */
    heading: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    /** A sentence or two that begin the page, larger than the rest. */
    lead: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
    /** When what it says was last changed. */
    changed: Day,
    /** When it first stood there, of a text that belongs to a day. */
    published: Type.Optional(Day),
    author: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    tags: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }), { minItems: 1, maxItems: 10 }),
    ),
  },
  { additionalProperties: false },
);

type FrontMatter = Static<typeof frontMatterSchema>;

/** A question of the FAQ, for instance: what stands under a heading of the third level. */
export type Part = { id: string; heading: string; html: string; text: string };

/** What stands under a heading of the second level. */
export type Section = {
  id: string;
  heading: string;
  /** A quote right under the heading: the section in short. HTML without a paragraph around it. */
  summary: string | null;
  /** All of it but heading and summary. */
  html: string;
  /** Before its first part. */
  intro: string;
  parts: readonly Part[];
};

export type Content = Omit<FrontMatter, 'tags' | 'heading'> & {
  /** Its title, unless it says more at its top. */
  heading: string;
  /** The path of its file under the language: `terms_of_service`, `blog/first-words`. */
  name: string;
  /** The language that it is written in. */
  locale: Locale;
  tags: readonly string[];
  /** The whole text. Headings begin at the second level and have ids; links have the language's prefix. */
  html: string;
  /** Before the first heading. */
  intro: string;
  sections: readonly Section[];
  /** To read it. */
  minutes: number;
  /** Where it leads on this site, without language prefix. */
  links: readonly string[];
};
