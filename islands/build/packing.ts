/**
 * Packs code shared by islands into few files. One file per set of sharing islands would mean about forty for a large
 * island. One file for all would burden the small islands. We merge sets step by step, best saving first, until no step
 * saves anything.
 */
import { deflateRawSync } from 'node:zlib';

export type Shared = {
  islands: ReadonlySet<string>;
  bytes: number;
  modules: readonly string[];
  imports?: readonly Shared[];
};

export type PackingOptions = {
  most: number;
  /** Factor for wasted bytes of an island. High for islands on pages that everybody opens. */
  weights: Readonly<Record<string, number>>;
};

/** Compressed bytes that one fewer request is worth. */
const REQUEST_WORTH = 300;
/** A request over the limit is cheap at first, so that cheap merges come first. Then the fine doubles each round. */
const FINES = Array.from({ length: 16 }, (_, at) => 100 * 2 ** at);

/** At this many wasted compressed bytes, waste costs double: islands with much waste should get no more. */
const MUCH_IN_VAIN = 1500;

/** One bit per island in `mask`, one bit per part in `self` and `imports`. */
type Part = { mask: bigint; bytes: number; self: bigint; imports: bigint; shared: Shared };
type Pack = Omit<Part, 'shared'> & { parts: readonly Part[] };

const packOf = (parts: readonly Part[]): Pack => ({
  mask: parts.reduce((mask, part) => mask | part.mask, 0n),
  bytes: parts.reduce((bytes, part) => bytes + part.bytes, 0),
  self: parts.reduce((self, part) => self | part.self, 0n),
  imports: parts.reduce((imports, part) => imports | part.imports, 0n),
  parts,
});

/** The first pack is the file that every island loads. Each other pack becomes a file of its own. */
export function pack(shared: readonly Shared[], { most, weights }: PackingOptions): Shared[][] {
  const sorted = [...shared].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const names = [...new Set(sorted.flatMap(({ islands }) => [...islands]))].sort();
  const bitsOf = <T>(all: readonly T[], has: (one: T) => boolean): bigint =>
    all.reduce((bits, one, bit) => (has(one) ? bits | (1n << BigInt(bit)) : bits), 0n);
  const parts = sorted.map((each) => ({
    mask: bitsOf(names, (name) => each.islands.has(name)),
    bytes: each.bytes,
    self: bitsOf(sorted, (one) => one === each),
    imports: bitsOf(sorted, (one) => one !== each && each.imports?.includes(one) === true),
    shared: each,
  }));
  const islands = names.map((name, bit) => ({
    bit: 1n << BigInt(bit),
    weight: weights[name] ?? 1,
    needed: packOf(parts.filter((part) => part.shared.islands.has(name))).bytes,
  }));
  let packs = [packOf([]), ...parts.map((part) => packOf([part]))];
  for (const fine of FINES) packs = improve(packs, (next) => costOf(next, islands, { most, fine }));
  // Few packs are left now, so we can follow their imports at every step.
  for (const fine of FINES) packs = improve(packs, (next) => costOf(follow(next), islands, { most, fine }));
  const fine = FINES.at(-1) ?? 0;
  packs = relieve(packs, islands, { most, costOf: (next) => costOf(follow(next), islands, { most, fine }) });
  return packs.map((each) => each.parts.map((part) => part.shared));
}

const nameOf = ({ islands }: Shared): string => [...islands].sort().join();

function improve(packs: Pack[], costOf: (packs: readonly Pack[]) => number): Pack[] {
  let best = packs;
  let cost = costOf(packs);
  for (;;) {
    const before = best;
    for (const next of stepsFrom(before)) {
      const nextCost = costOf(next);
      if (nextCost < cost) [best, cost] = [next, nextCost];
    }
    if (best === before) return best;
  }
}

/**
 * While an island needs too many files, merges two of its packs at any initial cost. No single step saves anything
 * there, but the following steps do.
 */
function relieve(
  packs: Pack[],
  islands: readonly Island[],
  { most, costOf }: { most: number; costOf: (packs: readonly Pack[]) => number },
): Pack[] {
  const [, ...files] = follow(packs);
  const needy = islands.find(({ bit }) => files.filter(({ mask }) => (mask & bit) !== 0n).length > most);
  if (needy === undefined) return packs;
  const own = files.flatMap(({ mask }, at) => ((mask & needy.bit) === 0n ? [] : [at + 1]));
  let best = packs;
  for (const from of own) {
    for (const to of [0, ...own]) {
      if (from === to) continue;
      const next = improve(put(packs, packs[from]?.parts ?? [], from, to), costOf);
      if (costOf(next) < costOf(best)) best = next;
    }
  }
  return best === packs ? packs : relieve(best, islands, { most, costOf });
}

/** Merges two packs, or moves one part to another pack. */
function* stepsFrom(packs: readonly Pack[]): Generator<Pack[]> {
  for (const [from, { parts }] of packs.entries()) {
    for (const to of packs.keys()) {
      if (from === to) continue;
      if (from > 0) yield put(packs, parts, from, to);
      if (parts.length > 1) for (const each of parts) yield put(packs, [each], from, to);
    }
  }
}

function put(packs: readonly Pack[], moved: readonly Part[], from: number, to: number): Pack[] {
  const next = [...packs];
  next[to] = packOf([...(packs[to]?.parts ?? []), ...moved]);
  next[from] = packOf((packs[from]?.parts ?? []).filter((each) => !moved.includes(each)));
  return next.filter(({ parts }, at) => at === 0 || parts.length > 0);
}

/** An island that loads a file also loads its imports, even those that only other islands need. */
function follow(packs: readonly Pack[]): Pack[] {
  const all = packs.reduce((mask, pack) => mask | pack.mask, 0n);
  const followed = packs.map((pack, at) =>
    at === 0 && pack.parts.length > 0 ? { ...pack, mask: all } : { ...pack },
  );
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const from of followed) {
      for (const to of followed) {
        if ((from.imports & to.self) === 0n || (from.mask & ~to.mask) === 0n) continue;
        to.mask |= from.mask;
        isDone = false;
      }
    }
  }
  return followed;
}

type Island = { bit: bigint; weight: number; needed: number };

function costOf(
  [common, ...files]: readonly Pack[],
  islands: readonly Island[],
  { most, fine }: { most: number; fine: number },
): number {
  let cost = 0;
  for (const { bit, weight, needed } of islands) {
    let loaded = common?.bytes ?? 0;
    let requests = 0;
    for (const { mask, bytes } of files) {
      if ((mask & bit) === 0n) continue;
      loaded += bytes;
      requests += 1;
    }
    const vain = loaded - needed;
    cost += weight * (vain + vain ** 2 / MUCH_IN_VAIN + requests * REQUEST_WORTH);
    cost += Math.max(0, requests - most) * fine;
  }
  return cost;
}

export type ModuleInfo = {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
};

const WITH_REACT = 'react';

const compressedBytes = (code: string | null | undefined): number => deflateRawSync(code ?? '').length;

type Graph = (id: string) => ModuleInfo | null;

/** Maps each shared module to its file. Modules of a single island go into its own file. */
export function packModules(
  infoOf: Graph,
  { hydrate, ...options }: PackingOptions & { hydrate: string },
): Map<string, string> {
  const files = new Map<string, string>();
  for (const id of reachedFrom(hydrate, infoOf)) files.set(id, WITH_REACT);
  const sets = sharedModules(files, infoOf);
  const packs = pack(
    sets.filter(({ islands }) => islands.size > 1),
    options,
  );
  for (const [at, each] of packs.entries()) {
    const name = at === 0 ? WITH_REACT : `shared-${at}`;
    for (const id of each.flatMap(({ modules }) => modules)) files.set(id, name);
  }
  return files;
}

function sharedModules(known: ReadonlyMap<string, string>, infoOf: Graph): Shared[] {
  const users = new Map<string, Set<string>>();
  for (const root of [...known.keys()].flatMap((id) => infoOf(id)?.dynamicallyImportedIds ?? [])) {
    const name = /(\w+)\.tsx$/.exec(root)?.[1] ?? root;
    for (const id of reachedFrom(root, infoOf)) {
      if (!known.has(id)) users.set(id, (users.get(id) ?? new Set()).add(name));
    }
  }
  type Growing = Shared & { modules: string[] };
  const sets = new Map<string, Growing>();
  for (const [id, islands] of users) {
    const key = [...islands].sort().join();
    const set = sets.get(key) ?? { islands, bytes: 0, modules: [], imports: [] };
    set.modules.push(id);
    sets.set(key, set);
  }
  for (const set of sets.values())
    set.bytes = compressedBytes(set.modules.map((id) => infoOf(id)?.code).join());
  const all = [...sets.values()];
  for (const set of all) {
    const imported = new Set(set.modules.flatMap((id) => infoOf(id)?.importedIds ?? []));
    set.imports = all.filter((other) => other !== set && other.modules.some((id) => imported.has(id)));
  }
  return all;
}

export function reachedFrom(root: string, infoOf: Graph): Set<string> {
  const found = new Set([root]);
  // The loop also visits ids added meanwhile.
  for (const id of found) for (const next of infoOf(id)?.importedIds ?? []) found.add(next);
  return found;
}
