import t from 'tap';
import { isPublicAddress, lookUpPublic } from '#server/lib/public-address.ts';

t.test('NOT-03 addresses of networks behind us are not public', async (t) => {
  for (const address of [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
    ...['0.0.0.0', '100.64.0.1', '224.0.0.1', '255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1'],
    ...['fd00::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...['2001:db8::1', '2001::1'],
  ])
    t.notOk(isPublicAddress(address), address);
  for (const address of ['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])
    t.ok(isPublicAddress(address), address);
});

t.test('NOT-03 a name that means this machine is not reached', async (t) => {
  for (const all of [true, false])
    await t.rejects(
      new Promise((resolve, reject) =>
        lookUpPublic('localhost', { all }, (error, found) => (error ? reject(error) : resolve(found))),
      ),
      /is not public/,
    );
});
