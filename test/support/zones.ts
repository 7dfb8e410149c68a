/** Wall times at the edges of time zones and their instants, computed by hand from the zones' rules. */
export const ZONES: Record<string, { instant: string; adjusted: 'gap' | 'overlap' | null; shown?: string }> =
  {
    '2026-03-29T02:30:00 Europe/Berlin': {
      instant: '2026-03-29T01:30:00Z',
      adjusted: 'gap',
      shown: '2026-03-29T03:30:00',
    },
    '2026-10-25T02:30:00 Europe/Berlin': { instant: '2026-10-25T00:30:00Z', adjusted: 'overlap' },
    '2026-03-08T02:30:00 America/New_York': {
      instant: '2026-03-08T07:30:00Z',
      adjusted: 'gap',
      shown: '2026-03-08T03:30:00',
    },
    '2026-11-01T01:30:00 America/New_York': { instant: '2026-11-01T05:30:00Z', adjusted: 'overlap' },
    '2026-04-05T01:45:00 Australia/Lord_Howe': { instant: '2026-04-04T14:45:00Z', adjusted: 'overlap' },
    '2011-12-30T12:00:00 Pacific/Apia': {
      instant: '2011-12-30T22:00:00Z',
      adjusted: 'gap',
      shown: '2011-12-31T12:00:00',
    },
    '2026-12-31T23:59:59 Asia/Hong_Kong': { instant: '2026-12-31T15:59:59Z', adjusted: null },
    '2028-02-29T00:00:00 UTC': { instant: '2028-02-29T00:00:00Z', adjusted: null },
    '2026-06-01T00:00:00 Asia/Kolkata': { instant: '2026-05-31T18:30:00Z', adjusted: null },
    '2026-06-01T00:00:00 Asia/Kathmandu': { instant: '2026-05-31T18:15:00Z', adjusted: null },
  };
