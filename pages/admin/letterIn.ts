import type { Api } from '#server/api.ts';
import type { ReplyOf } from '#server/lib/contract.ts';

type Shown = ReplyOf<Api['POST /admin/episodes/:id/letter']>;

export const letterIn = (answer: unknown): Shown['letter'] | null =>
  (answer as Shown | undefined)?.letter ?? null;
