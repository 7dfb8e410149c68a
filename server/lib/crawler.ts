const CRAWLER = /bot\b|crawl|spider|slurp|facebookexternalhit|embedly|preview|lighthouse/i;

/** Declared bots. They get complete pages, and their visits do not count as reads. */
export const isCrawler = (userAgent: string): boolean => CRAWLER.test(userAgent);
