// `node recompute.mjs` proves every figure of the statement beside it and ends with 1 where one differs.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const prove = (what, said, found) => {
  if (String(said) === String(found)) return;
  process.exitCode = 1;
  console.error(`${what}: the statement says ${said}, but it comes to ${found}`);
};
for (const [, sum, name] of read('SHA256SUMS').matchAll(/^(\w+) {2}(.+)$/gm))
  prove(name, sum, createHash('sha256').update(read(name)).digest('hex'));

const { period, last_day, founder_terms, rates, credits, totals } = JSON.parse(read('inputs.json'));
const day = new Date(Date.UTC(...period.split('-'), 0)).toISOString().slice(0, 10);
prove('last day', last_day, day);
const isIn = ({ since, until }) => since <= day && (until === null || day < until);
const rate = founder_terms.some(isIn) ? rates.founding : rates.others;
const none = { lines: 0n, ad_impressions: 0n, net_micros: 0n, share_micros: 0n };
const sums = { all: { ...none } };
for (const row of read('lines.csv').trim().split('\r\n').slice(1)) {
  const [file, line, , ad_impressions, net_micros, basis_points, share_micros] = row.split(',');
  prove(`line ${line}, basis points`, basis_points, rate);
  prove(`line ${line}, share`, share_micros, (BigInt(net_micros) * BigInt(rate)) / 10_000n);
  sums[file] ??= { ...none };
  for (const [name, value] of Object.entries({ lines: 1, ad_impressions, net_micros, share_micros }))
    for (const each of [file, 'all']) sums[each][name] += BigInt(value);
}
let credited = 0n;
const compare = (what, said, found) => {
  for (const name of Object.keys(none)) prove(`${what}, ${name}`, said[name], found[name]);
};
for (const said of credits) {
  const found = sums[said.file] ?? none;
  compare(said.file, said, found);
  const all = BigInt(said.carried_in_micros) + found.share_micros;
  const rest = ((all % 10_000n) + 10_000n) % 10_000n;
  prove(`${said.file}, credited`, said.credited_micros, all - rest);
  prove(`${said.file}, carried on`, said.carried_on_micros, rest);
  credited += BigInt(said.credited_micros);
}
compare('all', totals, sums.all);
prove('all, credited', totals.credited_micros, credited);
console.log(process.exitCode ? 'Not proved.' : `Proved: ${Number(credited) / 1e6} US dollars for ${period}.`);
