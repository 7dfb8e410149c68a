export const anchorOf = (id: string): string => `comment-${id}`;
