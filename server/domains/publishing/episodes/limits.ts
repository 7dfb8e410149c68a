import { perHour } from '../../../limits/attempts.ts';

export const episodeLimits = {
  episodes: perHour('episodes', [200, 2000]),
};
