/** Validates catalogues and manifests by Readium's schemas (`webpub-manifest.json`) and the OPDS 2.0 draft. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const READIUM = 'https://readium.org/webpub-manifest/schema';
const { schemas } = JSON.parse(readFileSync(join(import.meta.dirname, 'webpub-manifest.json'), 'utf8')) as {
  schemas: object[];
};

const hasRel = (rel: string | string[]) => ({
  properties: { rel: Array.isArray(rel) ? { enum: rel } : { const: rel } },
  required: ['rel'],
});
const links = {
  type: 'array',
  items: { $ref: `${READIUM}/link.schema.json` },
  uniqueItems: true,
  minItems: 1,
};
const metadata = {
  type: 'object',
  properties: { title: { type: 'string', minLength: 1 }, itemsPerPage: { type: 'integer', minimum: 1 } },
  required: ['title'],
};
const titled = { ...links, items: { allOf: [links.items, { required: ['title', 'type'] }] } };

/** OPDS 2.0 §5: metadata, an acquisition link, and pictures in formats that every client shows. */
const publication = {
  $id: 'https://opds.test/publication',
  type: 'object',
  properties: {
    metadata: { $ref: `${READIUM}/metadata.schema.json` },
    links: {
      ...links,
      contains: hasRel([
        'http://opds-spec.org/acquisition',
        'http://opds-spec.org/acquisition/open-access',
        'http://opds-spec.org/acquisition/sample',
      ]),
    },
    images: {
      ...links,
      contains: { properties: { type: { enum: ['image/jpeg', 'image/png', 'image/gif'] } } },
    },
  },
  required: ['metadata', 'links', 'images'],
};
const publications = {
  type: 'array',
  items: { $ref: 'https://opds.test/publication' },
  uniqueItems: true,
  minItems: 1,
};

/** OPDS 2.0 §2 and §3: a link to itself, and at least one non-empty collection. */
const feed = {
  $id: 'https://opds.test/feed',
  type: 'object',
  properties: {
    metadata,
    links: { ...links, contains: hasRel('self') },
    publications,
    navigation: titled,
    facets: {
      type: 'array',
      items: { type: 'object', properties: { metadata, links: titled }, required: ['metadata', 'links'] },
    },
    groups: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { metadata, publications },
        required: ['metadata', 'publications'],
      },
    },
  },
  required: ['metadata', 'links'],
  additionalProperties: false,
  anyOf: [{ required: ['publications'] }, { required: ['navigation'] }, { required: ['groups'] }],
};

/** Readium's link schema refers to it. It describes prices and loans, which we do not have. */
const properties = { $id: 'https://drafts.opds.io/schema/properties.schema.json', type: 'object' };

const ajv = new Ajv({ strict: false, allErrors: true, schemas: [...schemas, properties, publication, feed] });
formats.default(ajv);

const judge =
  (id: string) =>
  (value: unknown): string[] => {
    const validate = ajv.getSchema(id);
    if (validate === undefined) throw new Error(`no schema ${id}`);
    void validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

/** Returns the errors, empty when the document is valid. */
export const faultsOfFeed = judge('https://opds.test/feed');
export const faultsOfPublication = judge('https://opds.test/publication');
export const faultsOfManifest = judge(`${READIUM}/publication.schema.json`);
