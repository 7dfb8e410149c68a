/** A report that somebody has begun: kept in this tab through signing in, until it is sent. */

const PREFIX = 'report-draft:';

export type ReportDraft = { category: string; text: string };

export function keptReport(subjectId: string): ReportDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + subjectId) ?? 'null');
    const { category, text } = (kept ?? {}) as Partial<ReportDraft>;
    return typeof category === 'string' && typeof text === 'string' ? { category, text } : null;
  } catch {
    // Storage may be forbidden; then the draft lives as long as the page.
    return null;
  }
}

export function keepReport(subjectId: string, draft: ReportDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + subjectId);
    else sessionStorage.setItem(PREFIX + subjectId, JSON.stringify(draft));
  } catch {
    // Storage may be forbidden, as for reading.
  }
}

/** What stands in the form now; it may have been typed before the script came. */
export function readReport(form: HTMLFormElement): ReportDraft {
  const values = new FormData(form);
  return { category: String(values.get('category') ?? ''), text: String(values.get('text') ?? '') };
}

/** Puts back what was kept, unless something newer stands there. */
export function putBack(form: HTMLFormElement, { category, text }: ReportDraft): void {
  const now = readReport(form);
  const field = form.elements.namedItem('text');
  if (now.text === '' && field instanceof HTMLTextAreaElement) field.value = text;
  if (now.category !== '') return;
  for (const choice of form.querySelectorAll<HTMLInputElement>('[name=category]'))
    choice.checked = choice.value === category;
}
