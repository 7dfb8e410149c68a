import type { Readable } from 'node:stream';
import { STORAGE_AWAY } from '../lib/away.ts';
import type { Source } from '../lib/streams.ts';
import type { StorageTimeouts } from './timeouts.ts';

// What the rest of the house knows of stored bytes: whole objects under slash-separated keys, each put atomic,
// each get a stream. Where the bytes lie (a folder, a bucket) is decided once, in create.ts.

export type StoredObject = { key: string; bytes: number; modifiedAt: Date };

/** Bounds of a byte range as in HTTP (RFC 9110 §14.1.2): both ends included, `end` missing means to the last byte. */
export type ByteRange = { start: number; end?: number };

/** Where browsers put what they upload themselves: judged by nobody yet, never served, and gone within days. */
export const INCOMING = 'uploads/incoming/';

/** A PUT to this address, with exactly these headers and as many bytes as were named, puts the object. */
export type DirectPut = { url: string; headers: Record<string, string>; expiresAt: Date };

export type Storage = {
  /** Replaces the object in one step: readers see the old bytes or all the new ones, a failed put leaves nothing. */
  put(key: string, body: Source | Uint8Array, options: { contentType: string }): Promise<{ bytes: number }>;
  /** Throws an object-missing error when there is nothing under the key. The stream is in hand (`owned`). */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole object in memory; for what is known to be small. Throws like `get`. */
  read(key: string): Promise<Buffer>;
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Deleting what is not there is no error, so that a repeated job may do it again. */
  delete(key: string): Promise<void>;
  /** Every object whose key begins with the prefix, in the order of the keys. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** What a browser needs to put one object itself; missing where the storage takes nothing from browsers. */
  directPut?(key: string, put: { bytes: number; contentType: string; now: Date }): DirectPut;
  /** Removes what interrupted puts left behind longer ago than given. */
  sweepTemporary(options?: { olderThanMs?: number }): Promise<{ removed: number }>;
};

export type StorageConfig =
  | { kind: 'files'; folder: string }
  | {
      kind: 's3';
      endpoint: string;
      /** Where browsers reach the same service. */
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

/** It is away, overloaded or silent: nothing of what was asked is to blame. */
export const storageAway = (cause: unknown): Error =>
  Object.assign(new Error('The storage service is away', { cause }), { code: STORAGE_AWAY });

// Segments begin with a letter, digit or underscore: that alone rules out `..`, hidden files and empty segments,
// and leaves names that mean the same to every file system, URL and bucket.
const keyPattern = /^[A-Za-z0-9_][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/;
const prefixPattern = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*\/)*(?:[A-Za-z0-9_][A-Za-z0-9._-]*)?$/;
const maxKeyLength = 512;

/** Somebody else may have put something under another name into the folder or the bucket. */
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
