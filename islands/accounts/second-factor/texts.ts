const REFUSED = ['errors.communication', 'errors.summary', 'fields'] as const;
const PASSKEY = ['factor.passkeyCancelled', 'factor.waiting', ...REFUSED] as const;

export const FACTOR = {
  AddPasskey: ['factor.addPasskey', 'factor.passkeyName', ...PASSKEY],
  KeepCodes: ['factor.copied', 'factor.copy', 'factor.notCopied', 'factor.print', 'factor.textFile'],
  UsePasskey: ['factor.usePasskey', ...PASSKEY],
} as const;
