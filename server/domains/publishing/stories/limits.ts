import { perHour } from '../../../limits/attempts.ts';

export const storyLimits = {
  stories: perHour('stories', [30, 300]),
};
