import type { ReactNode } from 'react';

const flags: Readonly<Record<string, ReactNode>> = {
  de: (
    <>
      <rect width="20" height="14" rx="2" fill="#1a1712" />
      <path d="M0 5h20v4H0z" fill="#c8281e" />
      <path d="M0 9h20v3a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2z" fill="#f0b92b" />
    </>
  ),
  en: (
    <>
      <rect width="20" height="14" rx="2" fill="#23366f" />
      <path d="M0 0l20 14M20 0L0 14" stroke="#fff" strokeWidth="2.6" />
      <path d="M10 0v14M0 7h20" stroke="#fff" strokeWidth="4.6" />
      <path d="M10 0v14M0 7h20" stroke="#c8281e" strokeWidth="2.6" />
    </>
  ),
};

const plain = <rect width="20" height="14" rx="2" fill="#8a8578" />;

/** Only beside a language's name, never instead. A plain flag for languages without a drawing. */
export function Flag({ language, className }: { language: string; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 20 14" width="20" height="14" aria-hidden="true">
      {flags[language] ?? plain}
    </svg>
  );
}
