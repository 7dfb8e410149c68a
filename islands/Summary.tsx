import { humanizeField } from '../locales/index.ts';
import { useTranslations } from '../locales/react.tsx';
import { ErrorSummary } from '../pages/ui/ErrorSummary.tsx';
import type { Refusal } from './useRefusal.ts';

export type SummaryProps = {
  refusal: Refusal | null;
  fields: readonly string[];
  /** For refusals that no user action caused: announced to screen readers, focus does not move. */
  urgent?: boolean;
};

/** Number of refused fields, with links. Needs the form's `FieldScope`. Forms with one field do not use it. */
export function Summary({ refusal, fields, urgent }: SummaryProps) {
  const t = useTranslations('errors');
  const names = useTranslations('fields');
  const wrong = fields
    .filter((name) => refusal?.fields[name] !== undefined)
    .map((name) => ({ name, label: humanizeField(name, names) }));
  if (wrong.length === 0 || fields.length === 1) return null;
  return <ErrorSummary heading={t('summary', { count: wrong.length })} wrong={wrong} urgent={urgent} />;
}
