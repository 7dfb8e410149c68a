/** HTML that is only read, without the handlers in it. */

/** From `<` to `>`, whatever values in quotes hold; what never ends counts as far as it goes. */
const TAGS = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>?/gi;
/** Values come first, so that the name of a handler within one is text. */
const VALUES_AND_HANDLERS = /=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)|"[^"]*"|'[^']*'|\bon\w+(?=\s*=)/gi;

/** Our policy would complain of handlers that nobody was to run. */
export const withoutHandlers = (html: string): string =>
  html.replace(TAGS, (tag) =>
    tag.replace(VALUES_AND_HANDLERS, (found) => (/^on/i.test(found) ? 'data-on' : found)),
  );
