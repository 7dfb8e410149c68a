import type { Content, Section } from '../../server/content/schema.ts';

/** A section with its own layout, by its id, which is the same in every language. */
export const sectionIn = ({ sections }: Content, id: string): Section | undefined =>
  sections.find((section) => section.id === id);
