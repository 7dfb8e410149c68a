import type { Figure } from '#server/domains/reading/counts/rules.ts';

/** What is drawn is named in the address unless it is the usual. */
export const figureIn = (figure: Figure): Record<string, string> => (figure === 'views' ? {} : { figure });
