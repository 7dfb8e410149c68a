/** Corrupts valid data, reproducibly by seed. */
export type Random = (below: number) => number;

/** Mulberry32: small, and good enough to choose positions. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Flips bits, cuts, doubles, removes and overwrites, one to four times. */
export function mutate(data: Buffer, random: Random): Buffer {
  let result = Buffer.from(data);
  for (let times = random(4); times >= 0 && result.length > 1; times -= 1) {
    const at = random(result.length);
    const length = 1 + random(Math.min(64, result.length));
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    switch (random(6)) {
      case 0:
        result[at] = (result[at] ?? 0) ^ (1 << random(8));
        break;
      case 1:
        result = Buffer.from(before);
        break;
      case 2:
        result = Buffer.concat([before, after.subarray(0, length), after]);
        break;
      case 3:
        result = Buffer.concat([before, after.subarray(length)]);
        break;
      case 4:
        result.fill(random(2) * 255, at, Math.min(at + length, result.length));
        break;
      default:
        if (at + 4 <= result.length) result.writeUInt32LE([0, 1, 0x7fffffff, 0xffffffff][random(4)] ?? 0, at);
    }
  }
  return result;
}
