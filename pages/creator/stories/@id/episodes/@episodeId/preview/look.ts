/** The ways to read that a preview can show, as the address names them; what it does not name is the episode's own. */
export type Look = {
  mode: 'page_flip' | 'continuous';
  axis: 'horizontal' | 'vertical';
  direction: 'ltr' | 'rtl';
};

const MODES = ['page_flip', 'continuous'] as const;
const AXES = ['horizontal', 'vertical'] as const;
const DIRECTIONS = ['ltr', 'rtl'] as const;

export function lookFrom(query: URLSearchParams, own: Look): Look {
  const wished = <Value extends string>(key: keyof Look, values: readonly Value[], fallback: Value): Value =>
    values.find((value) => value === query.get(key)) ?? fallback;
  return {
    mode: wished('mode', MODES, own.mode),
    axis: wished('axis', AXES, own.axis),
    direction: wished('direction', DIRECTIONS, own.direction),
  };
}

export const lookQuery = (look: Look): string => `?${new URLSearchParams(look)}`;
