/** The next chapter's page comes while the end of this one is read: then its browser asks only whether it is still the same. */

type Thrifty = Navigator & { connection?: { saveData?: boolean } };

export function bringAhead({ href }: HTMLAnchorElement): void {
  if ((navigator as Thrifty).connection?.saveData || !navigator.onLine) return;
  // No link does it: browsers hold `prefetch` against different parts of the policy. A body that nobody reads is not kept.
  fetch(href, { priority: 'low', headers: { accept: 'text/html' } }).then(
    (reply) => reply.blob(),
    () => undefined,
  );
}
