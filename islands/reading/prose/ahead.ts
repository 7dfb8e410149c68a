/** Fetches the next chapter's page near the end of this one. The browser then only revalidates it. */

type Thrifty = Navigator & { connection?: { saveData?: boolean } };

export function bringAhead({ href }: HTMLAnchorElement): void {
  if ((navigator as Thrifty).connection?.saveData || !navigator.onLine) return;
  // Browsers check `prefetch` links against different parts of the policy. A body that nobody reads is not cached.
  fetch(href, { priority: 'low', headers: { accept: 'text/html' } }).then(
    (reply) => reply.blob(),
    () => undefined,
  );
}
