import { classes } from '../ui/classes.ts';
import css from './Drawing.module.css';
import type { BlogTag } from './notes.ts';

export function Drawing({ tag = 'inside', className }: { tag?: BlogTag | undefined; className?: string }) {
  return (
    <svg className={classes(css.drawing, css[tag], className)} viewBox="0 0 480 216" aria-hidden="true">
      {DRAWINGS[tag]}
    </svg>
  );
}

const DRAWINGS = {
  reading: (
    <>
      <path className={css.sheet} d="M238 52C206 36 158 34 118 44V172C158 162 206 164 238 180Z" />
      <path className={css.sheet} d="M242 52C274 36 322 34 362 44V172C322 162 274 164 242 180Z" />
      <path className={css.tint} d="M136 60q46-9 84 3v40q-38-12-84-3zM260 63q38-12 84-3v96q-46-9-84 3z" />
      <path className={css.ink} d="M136 116q46-9 84 3v44q-38-12-84-3z" />
      <path className={css.line} d="M352 26q-72-22-150 0m0 0l16-14m-16 14l18 10" />
    </>
  ),
  creators: (
    <>
      <path className={css.sheet} d="M150 22h180v172H150z" />
      <path className={css.tint} d="M162 34h92v64h-92z" />
      <path className={css.ink} d="M262 34h56v64h-56zM162 106h56v76h-56z" />
      <path className={css.tint} d="M226 106h92v76h-92z" />
      <path className={css.accent} d="M244 164q34-64 92-98l14 16q-42 52-106 82z" />
      <path className={css.line} d="M336 66l26-18 12 14-24 20z" />
    </>
  ),
  money: (
    <>
      <path className={css.line} d="M84 168h312" />
      <circle className={css.sheet} cx="140" cy="124" r="38" />
      <circle className={css.tint} cx="140" cy="124" r="22" />
      <circle className={css.sheet} cx="240" cy="124" r="38" />
      <circle className={css.accent} cx="240" cy="124" r="22" />
      <path className={css.sheet} d="M304 86h72v76h-72z" />
      <path className={css.line} d="M322 86V64q18-30 36 0" />
      <circle className={css.ink} cx="340" cy="120" r="9" />
    </>
  ),
  inside: (
    <>
      <path className={css.sheet} d="M84 112h142v64H84zM254 112h142v64H254z" />
      <path className={css.line} d="M122 144h66M292 144h66" />
      <path className={css.tint} d="M84 30h312v56H84z" />
      <path className={css.accent} d="M104 48h150v8H104zM104 62h96v8h-96z" />
    </>
  ),
} as const satisfies Record<BlogTag, unknown>;
