import type { ReactNode } from 'react';
import { LinkButton } from '#pages/ui/Button.tsx';
import type { Range } from '#server/domains/reading/counts/rules.ts';

export function Download({
  storyId,
  range,
  table,
  children,
}: {
  storyId: string;
  range: Range;
  table: 'days' | 'episodes';
  children: ReactNode;
}) {
  const query = new URLSearchParams({ format: 'csv', table, ...range });
  return (
    <LinkButton
      kind="quiet"
      icon="download"
      href={`/api/creator/stories/${storyId}/statistics?${query}`}
      download
    >
      {children}
    </LinkButton>
  );
}
