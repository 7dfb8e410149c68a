/** Joins the class names that apply; what is false or missing leaves no trace. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
