import t from 'tap';
import {
  answerOf,
  groupCode,
  isNewStep,
  lackingProof,
  tidyCode,
  tidyPasskeyName,
  tidyRecoveryCode,
} from '#server/domains/accounts/second-factor/rules.ts';
import {
  newRecoveryCodes,
  recoveryHash,
  seal,
  unseal,
} from '#server/domains/accounts/second-factor/secrets.ts';

const nothing = { hasPassword: false, hasApp: false, passkeys: 0, recoveryCodes: 0 };

t.test('a code is six digits, however it is typed', async (t) => {
  for (const [typed, code] of [
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['12345', null],
    ['1234567', null],
    ['12345a', null],
    ['١٢٣٤٥٦', null],
    ['', null],
  ] as const)
    t.equal(tidyCode(typed), code, typed);
});

t.test('a recovery code is told whatever its case, its dashes and what looks alike', async (t) => {
  for (const [typed, code] of [
    ['4F7K-29QM-8XTA', '4F7K29QM8XTA'],
    ['4f7k 29qm 8xta', '4F7K29QM8XTA'],
    ['OIL0-1111-2222', '011011112222'],
    ['4F7K-29QM-8XT', null],
    ['4F7K-29QM-8XTU', null],
  ] as const)
    t.equal(tidyRecoveryCode(typed), code, typed);
  const codes = newRecoveryCodes();
  t.equal(new Set(codes).size, 10);
  for (const code of codes) t.equal(tidyRecoveryCode(groupCode(code)), code);
});

t.test('a code counts once, and none before it afterwards', async (t) => {
  t.ok(isNewStep(5, null));
  t.ok(isNewStep(6, 5));
  t.notOk(isNewStep(5, 5));
  t.notOk(isNewStep(4, 5));
});

t.test('a fresh proof is everything that the account has', async (t) => {
  const withPassword = { ...nothing, hasPassword: true };
  const withBoth = { ...withPassword, hasApp: true };
  const withPasskey = { ...withBoth, passkeys: 1 };
  const passkey = {};
  const facts: [Parameters<typeof lackingProof>[0], Parameters<typeof lackingProof>[1], unknown][] = [
    [nothing, {}, null],
    [nothing, { passkey }, null],
    [withPassword, {}, { password: ['blank'] }],
    [withPassword, { passkey }, { password: ['blank'] }],
    [withPassword, { password: 'x' }, {}],
    [withBoth, {}, { password: ['blank'], code: ['blank'] }],
    [withBoth, { password: 'x' }, { code: ['blank'] }],
    [withBoth, { code: '1' }, { password: ['blank'] }],
    [withBoth, { password: 'x', recoveryCode: 'y' }, {}],
    [withBoth, { passkey }, { password: ['blank'] }],
    [withPasskey, { passkey }, {}],
    [{ ...nothing, hasApp: true }, { code: '1' }, {}],
    [{ ...nothing, hasApp: true }, {}, { code: ['blank'] }],
  ];
  for (const [ways, given, lacking] of facts)
    t.same(lackingProof(ways, given), lacking, JSON.stringify([ways, given]));
});

t.test('of several answers the strongest counts', async (t) => {
  t.equal(answerOf({}), null);
  t.equal(answerOf({ code: '1', recoveryCode: '2' })?.kind, 'code');
  t.equal(answerOf({ code: '1', passkey: {} })?.kind, 'passkey');
  t.equal(answerOf({ recoveryCode: '2' })?.kind, 'recovery_code');
});

t.test('the name of a passkey is one line of at most 60 characters', async (t) => {
  t.equal(tidyPasskeyName('  My\n\tlaptop\u202e '), 'My laptop');
  t.equal(tidyPasskeyName('\u200b \n'), null);
  t.equal(tidyPasskeyName('😀'.repeat(80)), '😀'.repeat(60));
  t.equal(tidyPasskeyName('<script>alert(1)</script>'), '<script>alert(1)</script>');
});

t.test('what is sealed is read only with the key, for whom it was sealed', async (t) => {
  const deps = { signingKey: 'a'.repeat(40) };
  const sealed = seal(deps, 'me', 'secret');
  t.notMatch(sealed, /secret/);
  t.not(seal(deps, 'me', 'secret'), sealed);
  t.equal(unseal(deps, 'me', sealed), 'secret');
  t.equal(unseal(deps, 'you', sealed), null);
  t.equal(unseal({ signingKey: 'b'.repeat(40) }, 'me', sealed), null);
  t.equal(unseal(deps, 'me', `${sealed.slice(0, -2)}AA`), null);
  t.equal(unseal(deps, 'me', ''), null);
  t.equal(unseal(deps, 'me', 'nonsense'), null);
  t.notSame(recoveryHash(deps, 'me', 'CODE'), recoveryHash(deps, 'you', 'CODE'));
});
