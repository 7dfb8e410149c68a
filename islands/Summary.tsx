import { humanizeField } from '../locales/index.ts';
import { useTranslations } from '../locales/react.tsx';
import { ErrorSummary } from '../pages/ui/ErrorSummary.tsx';
import type { Refusal } from './useRefusal.ts';

export type SummaryProps = {
  refusal: Refusal | null;
  /** The fields of the form, in their order. */
  fields: readonly string[];
  /** Where nobody has sent anything: it is read aloud, and the focus stays. */
  urgent?: boolean;
};

/**
 * How many fields of a form were refused, and the way to each. Stands in the form's `FieldScope`. A form of one field has
 * none: the field says what is wrong and takes the focus.
 */
export function Summary({ refusal, fields, urgent }: SummaryProps) {
  const t = useTranslations('errors');
  const names = useTranslations('fields');
  const wrong = fields
    .filter((name) => refusal?.fields[name] !== undefined)
    .map((name) => ({ name, label: humanizeField(name, names) }));
  if (wrong.length === 0 || fields.length === 1) return null;
  return <ErrorSummary heading={t('summary', { count: wrong.length })} wrong={wrong} urgent={urgent} />;
}
