// The product's seal, and the plain brush stroke for ends and continuations.
const brush =
  'M2.6 12.2C8.2 9 14.6 6.4 20 6.6C26.4 6.9 30.2 10.9 29.6 16.4C28.9 22.7 22 27.4 12.2 28.4C11.3 28.5 11 27.5 11.9 27.2C19 25 24.2 21.4 24.6 16.6C24.9 13.1 22.6 11.2 19 11.2C14.6 11.2 9 13.8 5 16.2C3.8 16.9 2.6 16.4 2.1 15.2C1.7 14.1 1.7 12.8 2.6 12.2Z';

/** The red square. Uses `color`, so on a story's colour the parent sets ink. The cut is `--seal-cut`. */
export function Seal({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <path transform="translate(4.2 2.9) scale(.74)" fill="var(--seal-cut, var(--paper))" d={brush} />
    </svg>
  );
}

export function Stroke({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 2 32 28" width="72" height="63" aria-hidden="true">
      <path fill="currentColor" d={brush} />
    </svg>
  );
}
