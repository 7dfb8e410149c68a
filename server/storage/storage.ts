import type { Readable } from 'node:stream';
import { STORAGE_AWAY } from '../lib/away.ts';
import type { Source } from '../lib/streams.ts';

export type StorageTimeouts = {
  /** Until the response starts. */
  answerMs: number;
  /** Until the response starts when a part of an upload is sent first. */
  answerToBodyMs: number;
  /** Between two chunks of a response. */
  silenceMs: number;
};

// Interface to stored bytes: whole objects under slash-separated keys, with atomic puts and streamed gets. create.ts
// decides where they are stored (folder or bucket).

export type StoredObject = { key: string; bytes: number; modifiedAt: Date };

/** Byte range as in HTTP (RFC 9110 §14.1.2): both ends inclusive, without `end` up to the last byte. */
export type ByteRange = { start: number; end?: number };

/** Prefix for direct uploads of browsers: unchecked, never served, deleted within days. */
export const INCOMING = 'uploads/incoming/';

/** A PUT to this address stores the object. It needs exactly these headers and the announced size. */
export type DirectPut = { url: string; headers: Record<string, string>; expiresAt: Date };

export type Storage = {
  /** Replaces the object atomically: readers see the old or the new bytes, and a failed put changes nothing. */
  put(key: string, body: Source | Uint8Array, options: { contentType: string }): Promise<{ bytes: number }>;
  /** Throws an object-missing error if the key does not exist. The stream handles its own errors (`owned`). */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Reads a small object into memory. Throws like `get`. */
  read(key: string): Promise<Buffer>;
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Deleting a missing object is no error, so that jobs can be repeated. */
  delete(key: string): Promise<void>;
  /** Objects with this prefix. Buckets sort by key, folders by path segment. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Data for a direct upload by a browser. Missing where the storage does not support it. */
  directPut?(key: string, put: { bytes: number; contentType: string; now: Date }): DirectPut;
  /** Removes leftovers of interrupted puts older than the given age. */
  sweepTemporary(options?: { olderThanMs?: number }): Promise<{ removed: number }>;
};

export type StorageConfig =
  | { kind: 'files'; folder: string }
  | {
      kind: 's3';
      endpoint: string;
      /** Address of the same service for browsers. */
      publicEndpoint?: string | undefined;
      bucket: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
      patience?: StorageTimeouts;
    };

const missingBrand = Symbol.for('tsuzuki.storage.object_missing');

export function objectMissing(key: string, cause?: unknown): Error {
  return Object.assign(new Error(`Nothing is stored under ${key}`, { cause }), { [missingBrand]: true });
}

export function isObjectMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missingBrand in error;
}

/** The service is offline, overloaded or silent. The request itself is not at fault. */
export const storageAway = (cause: unknown): Error =>
  Object.assign(new Error('The storage service is away', { cause }), { code: STORAGE_AWAY });

// Segments start with a letter, digit or underscore. This excludes `..`, hidden files and empty segments, and keeps
// names valid in every file system, URL and bucket.
const keyPattern = /^[A-Za-z0-9_][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/;
const prefixPattern = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*\/)*(?:[A-Za-z0-9_][A-Za-z0-9._-]*)?$/;
const maxKeyLength = 512;

/** Files with other names in the folder or bucket are not ours. */
export const isKey = (key: string): boolean => key.length <= maxKeyLength && keyPattern.test(key);

export function checkKey(key: string): string {
  if (!isKey(key)) {
    throw new TypeError(`Not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
  }
  return key;
}

export function checkPrefix(prefix: string): string {
  if (prefix.length > maxKeyLength || !prefixPattern.test(prefix)) {
    throw new TypeError(`Not a storage prefix: ${JSON.stringify(prefix.slice(0, 80))}`);
  }
  return prefix;
}

export function checkRange(range: ByteRange): ByteRange {
  const { start, end } = range;
  if (
    !Number.isSafeInteger(start) ||
    start < 0 ||
    (end !== undefined && (!Number.isSafeInteger(end) || end < start))
  ) {
    throw new RangeError(`Not a byte range: ${start}-${end ?? ''}`);
  }
  return range;
}
