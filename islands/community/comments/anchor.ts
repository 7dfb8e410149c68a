/** The place of a comment within its page. */
export const anchorOf = (id: string): string => `comment-${id}`;
