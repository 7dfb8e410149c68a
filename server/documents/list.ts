import { blogFeed } from './blog.ts';
import { catalogue } from './catalogue.ts';
import type { MachineDocument } from './document.ts';
import { profileFeed, storyFeed } from './feeds.ts';
import { sitemapIndex } from './sitemap.ts';

export const machineDocuments: readonly MachineDocument[] = [
  sitemapIndex,
  storyFeed,
  profileFeed,
  blogFeed,
  ...catalogue,
];
