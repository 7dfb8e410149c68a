export const LIVE_SEARCH = ['errors.communication', 'fields', 'liveSearch'] as const;
