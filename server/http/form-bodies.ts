/** Fields are counted while they arrive: a field costs the main thread more than its bytes do. */

import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../lib/contract.ts';
import { tooLarge } from '../lib/errors.ts';

/** A story's countries are our longest form. A contract may allow signed-in users more. */
export const FORM_FIELDS_MAX_COUNT = 400;
/** Fits 5,000 letters of any script, at nine bytes each. A larger form is not shown again with its values. */
export const FORM_MAX_BYTES = 64 * 1024;
const SEPARATOR = '&'.charCodeAt(0);

declare module 'fastify' {
  interface FastifyRequest {
    /** A form above the usual size, which is not shown again with its values. */
    isLongForm?: boolean;
  }
  interface FastifyContextConfig {
    call?: Call | undefined;
  }
}

export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', (request: FastifyRequest, body: Readable) =>
    // The refusal is still to be sent on the same connection.
    readFields(request, body.iterator({ destroyOnReturn: false })),
  );
}

async function readFields(
  request: FastifyRequest,
  body: AsyncIterable<Buffer>,
): Promise<Record<string, string | string[]>> {
  const { bodyLimit, config } = request.routeOptions;
  const { fieldsMaxCount, maxBytes = FORM_MAX_BYTES } = config.call?.form ?? {};
  const isKnown = request.viewer !== null;
  const most = {
    bytes: Math.min(bodyLimit, fieldsMaxCount === undefined || isKnown ? maxBytes : FORM_MAX_BYTES),
    fields: (isKnown ? fieldsMaxCount : undefined) ?? FORM_FIELDS_MAX_COUNT,
  };
  const text = await readWhole(request, body, most);
  request.isLongForm = text.length > FORM_MAX_BYTES;
  return fieldsOf(text);
}

async function readWhole(
  request: FastifyRequest,
  body: AsyncIterable<Buffer>,
  most: { bytes: number; fields: number },
): Promise<string> {
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit)
    throw tooLarge('payload_too_large');
  const chunks: Buffer[] = [];
  let bytes = 0;
  let fields = 1;
  for await (const chunk of body) {
    bytes += chunk.length;
    fields += separatorsIn(chunk, most.fields);
    if (fields > most.fields) throw tooLarge('too_many_fields', { args: { most: most.fields } });
    if (bytes > most.bytes) throw tooLarge('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function separatorsIn(chunk: Buffer, most: number): number {
  let count = 0;
  for (let at = chunk.indexOf(SEPARATOR); at >= 0 && count <= most; at = chunk.indexOf(SEPARATOR, at + 1))
    count += 1;
  return count;
}

function fieldsOf(body: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const known = fields[name];
    if (known === undefined) fields[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else fields[name] = [known, value];
  }
  return fields;
}
