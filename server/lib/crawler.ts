const CRAWLER = /bot\b|crawl|spider|slurp|facebookexternalhit|embedly|preview|lighthouse/i;

/** Programs that read pages for others and say so: they get whole pages, and what they open nobody has read. */
export const isCrawler = (userAgent: string): boolean => CRAWLER.test(userAgent);
