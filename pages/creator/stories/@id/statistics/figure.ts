import type { Figure } from '#server/domains/reading/counts/rules.ts';

export const figureIn = (figure: Figure): Record<string, string> => (figure === 'views' ? {} : { figure });
