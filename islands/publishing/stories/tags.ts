/** Tags as they are typed: separated by commas, each once. The server says whether they hold. */
export function parseTags(text: string): string[] {
  const seen = new Map<string, string>();
  for (const tag of text.split(/[,\n]/).map((part) => part.trim().replace(/\s+/g, ' '))) {
    if (tag !== '' && !seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  }
  return [...seen.values()];
}
