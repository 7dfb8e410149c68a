/** Database errors at startup are reported in one line that names the variable. */
import t from 'tap';
import { isStartError } from '#server/embedded/start-error.ts';
import { prepareDatabase } from '#server/process/start-database.ts';
import { query } from '../../support/embedded.ts';
import { createTestDatabase } from '../../support/postgres.ts';

const { url, drop } = await createTestDatabase();
t.teardown(drop);
// In the test cluster, this user has the same password.
const admin = new URL(url);
admin.username = 'postgres';
const [latin, role] = [`latin_${process.pid}`, `powerless_${process.pid}`];
await query(
  admin.href,
  `create database ${latin} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
);
await query(admin.href, `create role ${role} login password 'x'`);
t.teardown(async () => {
  await query(admin.href, `drop database ${latin}`);
  await query(admin.href, `drop role ${role}`);
});

const changed = (change: (address: URL) => void): string => {
  const address = new URL(admin);
  change(address);
  return address.href;
};

for (const [what, address, line] of [
  [
    'a server that is not there',
    'postgres://nobody@127.0.0.1:1/none',
    /^the database cannot be reached \(.+\)$/,
  ],
  [
    'a wrong password',
    changed((address) => {
      address.password = 'wrong';
    }),
    /^the database cannot be reached \(.+\)$/,
  ],
  [
    'a database that is not there',
    changed((address) => {
      address.pathname = '/there_is_none';
    }),
    /^the database cannot be reached \(.+\)$/,
  ],
  [
    'a database that is not in UTF-8',
    changed((address) => {
      address.pathname = `/${latin}`;
    }),
    /^the database is kept in LATIN1.+$/,
  ],
  [
    'a role without rights',
    changed((address) => {
      address.pathname = new URL(url).pathname;
      address.username = role;
      address.password = 'x';
    }),
    /^the role lacks permissions.+$/,
  ],
] as const)
  t.test(`${what} is named`, async (t) => {
    const error = await prepareDatabase(address).catch((thrown: unknown) => thrown);
    t.ok(isStartError(error));
    const [variable, said] = (error as Error).message.split(/: (.*)/s);
    t.equal(variable, 'DATABASE_URL');
    t.match(said, line);
  });
