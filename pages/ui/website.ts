/** Shows the real host of a website link, so that no text can pretend another target. */
export const hostOf = (website: string): string => new URL(website).host.replace(/^www\./, '');
