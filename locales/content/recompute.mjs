// `node recompute.mjs` proves every figure of the statement beside it, and stops with 1 where one differs.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const prove = (what, said, found) => {
  if (String(said) !== String(found)) throw new Error(`${what}: it says ${said}, but comes to ${found}`);
};
const sum = (values) => values.reduce((all, value) => all + BigInt(value), 0n);
for (const [, hash, name] of read('SHA256SUMS').matchAll(/^(\w+) {2}(.+)$/gm))
  prove(name, hash, createHash('sha256').update(read(name)).digest('hex'));
const { period, last_day: day, founder_terms, rates, credits, totals } = JSON.parse(read('inputs.json'));
prove('last day', day, new Date(Date.UTC(...period.split('-'), 0)).toISOString().slice(0, 10));
const isFounder = founder_terms.some(({ since, until }) => since <= day && (until === null || day < until));
const rate = BigInt(isFounder ? rates.founding : rates.others);
const [, ...lines] = Array.from(read('lines.csv').matchAll(/.+/g), ([line]) => line.split(','));
for (const [, line, , , net, points, share] of lines)
  prove(`share of line ${line}`, [points, share], [rate, (BigInt(net) * rate) / 10_000n]);
for (const said of [...credits, totals]) {
  const own = lines.filter(([file]) => said === totals || file === said.file);
  const found = [own.length, ...[3, 4, 6].map((cell) => sum(own.map((line) => line[cell])))];
  prove('sums', [said.lines, said.ad_impressions, said.net_micros, said.share_micros], found);
}
for (const { carried_in_micros, share_micros, credited_micros, carried_on_micros } of credits) {
  const all = sum([carried_in_micros, share_micros]);
  const rest = ((all % 10_000n) + 10_000n) % 10_000n; // below a cent, also of debts
  prove('credit', [credited_micros, carried_on_micros], [all - rest, rest]);
}
prove('all credits', totals.credited_micros, sum(credits.map((credit) => credit.credited_micros)));
console.log(`Proved: ${Number(totals.credited_micros) / 1e6} US dollars for ${period}.`);
