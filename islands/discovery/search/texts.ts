/** What the live search says. */
export const LIVE_SEARCH = ['errors.communication', 'fields', 'liveSearch'] as const;
