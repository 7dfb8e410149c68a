/** Shows the notices of an address (ERR-12…17) in an alert. */
export const NOTICE_DELAY_MS = 500;
const NOTICE_MAX_LENGTH = 200;

/** Takes the notices out of an address: success first, text only. Other parameters stay. */
export function takeNotices(href: string): { href: string; texts: string[] } {
  const url = new URL(href);
  const texts = [];
  for (const name of ['success_notice', 'error_notice']) {
    const text = url.searchParams.get(name);
    if (text) texts.push([...text].slice(0, NOTICE_MAX_LENGTH).join(''));
    url.searchParams.delete(name);
  }
  return { href: url.href, texts };
}

export async function tellNotices(): Promise<void> {
  const { href, texts } = takeNotices(location.href);
  history.replaceState(history.state, '', href);
  await new Promise((resolve) => setTimeout(resolve, NOTICE_DELAY_MS));
  for (const text of texts) alert(text);
}
