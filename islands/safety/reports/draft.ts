/** Draft of a report, kept in this tab through sign-in until sent. */

const PREFIX = 'report-draft:';

export type ReportDraft = { category: string; text: string };

export function keptReport(subjectId: string): ReportDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + subjectId) ?? 'null');
    const { category, text } = (kept ?? {}) as Partial<ReportDraft>;
    return typeof category === 'string' && typeof text === 'string' ? { category, text } : null;
  } catch {
    // Storage may be blocked. Then the draft lasts as long as the page.
    return null;
  }
}

export function keepReport(subjectId: string, draft: ReportDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + subjectId);
    else sessionStorage.setItem(PREFIX + subjectId, JSON.stringify(draft));
  } catch {
    // Storage may be blocked.
  }
}

/** Current form values, including text typed before hydration. */
export function readReport(form: HTMLFormElement): ReportDraft {
  const values = new FormData(form);
  return { category: String(values.get('category') ?? ''), text: String(values.get('text') ?? '') };
}

/** Restores the draft unless the form has newer input. */
export function putBack(form: HTMLFormElement, { category, text }: ReportDraft): void {
  const now = readReport(form);
  const field = form.elements.namedItem('text');
  if (now.text === '' && field instanceof HTMLTextAreaElement) field.value = text;
  if (now.category !== '') return;
  for (const choice of form.querySelectorAll<HTMLInputElement>('[name=category]'))
    choice.checked = choice.value === category;
}
