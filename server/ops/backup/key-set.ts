/** A set of strings at eight bytes per string. Two strings collide with a probability of 1 in 2^64. */
import { hash } from 'node:crypto';

export type KeySet = { add(key: string): void; has(key: string): boolean };

export function createKeySet(): KeySet {
  let prints = new BigUint64Array(1024);
  let count = 0;
  let isSorted = true;
  const printOf = (key: string): bigint => hash('sha256', key, 'buffer').readBigUInt64BE(0);

  return {
    add(key) {
      if (count === prints.length) {
        const larger = new BigUint64Array(prints.length * 2);
        larger.set(prints);
        prints = larger;
      }
      prints[count] = printOf(key);
      count += 1;
      isSorted = false;
    },
    has(key) {
      if (!isSorted) prints.subarray(0, count).sort();
      isSorted = true;
      const wanted = printOf(key);
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((prints[middle] ?? 0n) < wanted) low = middle + 1;
        else high = middle;
      }
      return low < count && prints[low] === wanted;
    },
  };
}
