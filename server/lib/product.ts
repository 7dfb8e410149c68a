/** The product's name, support address and legal entity, in one place. */
export const product = {
  name: 'Tsuzuki',
  kana: 'つづき',
  supportEmail: 'support@tsuzuki.example',
  legalEntity: 'Tsuzuki Limited, Hong Kong',
} as const;
