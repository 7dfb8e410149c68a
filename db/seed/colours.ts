/** Hand-picked OKLCH colours for covers whose largest colour is not the one that readers remember. */
export const coverColours: Record<string, { hue: number; chroma: number }> = {
  'ash-street': { hue: 85, chroma: 0.15 },
  'lane-four': { hue: 195, chroma: 0.11 },
  'two-umbrellas': { hue: 18, chroma: 0.14 },
  'bruno-is-awake': { hue: 265, chroma: 0.16 },
  'room-313': { hue: 110, chroma: 0.07 },
  'the-moth-queen': { hue: 165, chroma: 0.06 },
  perihelion: { hue: 235, chroma: 0.07 },
  'the-year-the-sea-froze': { hue: 220, chroma: 0.05 },
  'the-salt-road': { hue: 60, chroma: 0.1 },
  'down-here': { hue: 35, chroma: 0.03 },
  'spin-cycle': { hue: 190, chroma: 0.08 },
};
