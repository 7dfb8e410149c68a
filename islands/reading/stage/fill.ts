/** Texts from the server leave numbers and names open: `Page {page} of {pages}`. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));

/** Writes a text that changed. Writing the same text replaces its node, and the browser restyles much of the page. */
export function writeText(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
