import { contracts } from '../../../server/api.ts';
import type { Call } from '../../../server/lib/contract.ts';
import { attribute, elements, elementsOf } from '../../support/html.ts';

const asPattern = (path: string) => new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`);
const calls = Object.entries<Call>(contracts).map(([route, call]) => {
  const [method = '', path = ''] = route.split(' ');
  return { route, method, pattern: asPattern(path), call, places: path.split(':').length };
});

/** Names of fields, including those of alternatives. */
function fieldsOf(schema: unknown): string[] {
  const {
    properties = {},
    anyOf = [],
    allOf = [],
  } = (schema ?? {}) as {
    properties?: object;
    anyOf?: unknown[];
    allOf?: unknown[];
  };
  return [...Object.keys(properties), ...[...anyOf, ...allOf].flatMap(fieldsOf)];
}

/** Forms without a matching call, and fields unknown to their call. Also returns the number of forms. */
export function strayFields(html: string): { stray: string[]; count: number } {
  const forms = elementsOf(html).filter(
    (one) => one.tagName === 'form' && attribute(one, 'method') === 'post',
  );
  const stray = forms.flatMap((form) => {
    const { pathname, searchParams } = new URL(attribute(form, 'action') ?? '', 'http://x');
    const method = searchParams.get('_method') ?? 'POST';
    const found = calls
      .filter((one) => one.method === method && one.pattern.test(pathname))
      .sort((one, other) => one.places - other.places)[0];
    if (found?.call.form === undefined) return [`${method} ${pathname}`];
    const known = fieldsOf(found.call.body);
    return elements(form)
      .map((control) => attribute(control, 'name') ?? '')
      .filter((name) => name !== '' && !name.startsWith('_') && !known.includes(name.split('.')[0] ?? ''))
      .map((name) => `${found.route}: ${name}`);
  });
  return { stray, count: forms.length };
}
