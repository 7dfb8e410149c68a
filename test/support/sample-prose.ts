export function sampleProse(words: number, seed: number): string {
  let state = seed;
  const next = (most: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
  const known = Array.from({ length: 500 }, () =>
    Array.from({ length: 2 + next(8) }, () => 'etaoinshrdlucmfw'[next(16)]).join(''),
  );
  const paragraphs = Array.from({ length: Math.ceil(words / 60) }, () =>
    Array.from({ length: 60 }, () => known[Math.min(...Array.from({ length: 6 }, () => next(500)))]).join(
      ' ',
    ),
  );
  return paragraphs.map((text) => `<p>${text}.</p>`).join('\n');
}
