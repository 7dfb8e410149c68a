import { perMinute } from '../../limits/attempts.ts';

export const searchLimits = {
  /** A search goes out after each pause of 300 ms, and several people of a household may type at once. */
  searches: perMinute('searches', 240),
};
