/** Splits tags at commas and removes duplicates. The server validates them. */
export function parseTags(text: string): string[] {
  const seen = new Map<string, string>();
  for (const tag of text.split(/[,\n]/).map((part) => part.trim().replace(/\s+/g, ' '))) {
    if (tag !== '' && !seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  }
  return [...seen.values()];
}
