/** The address of somebody's website as it stands in the link's target, so that nothing can pretend to lead elsewhere. */
export const hostOf = (website: string): string => new URL(website).host.replace(/^www\./, '');
