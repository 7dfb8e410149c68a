/** Field names of each API call. A refusal names the fields of its call, and nothing else tells which texts they need. */
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Schema = { properties?: object; anyOf?: Schema[]; allOf?: Schema[] };
type Call = { params?: Schema; query?: Schema; body?: Schema; multipart?: { fields?: Schema } };

const ROUTE = /^[A-Z]+ \//;
/** Names that uploads give their files. They are not in a schema. */
const FILES = ['file', 'files'];

const namesIn = (schema: Schema | undefined): string[] =>
  schema === undefined
    ? []
    : [
        ...Object.keys(schema.properties ?? {}),
        ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(namesIn),
      ];

const fieldsOf = ({ params, query, body, multipart }: Call): string[] => [
  ...[params, query, body, multipart?.fields].flatMap(namesIn),
  ...(multipart === undefined ? [] : FILES),
];

/** Reads the contracts alone, since the rooms behind them are slow to load. */
export async function fieldsByCall(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for await (const file of glob('server/domains/**/contract.ts', { cwd: root })) {
    const contracts: object[] = Object.values(await import(pathToFileURL(join(root, file)).href));
    for (const [route, call] of contracts.flatMap((each) => Object.entries(each)))
      if (ROUTE.test(route)) found.set(route, fieldsOf(call));
  }
  return found;
}
