/** The product's name, support address and legal entity, in one place. */
export const product = {
  name: 'Tsuzuki',
  kana: 'つづき',
  supportEmail: 'support@tsuzuki.example',
  legalEntity: 'Tsuzuki Limited, Hong Kong',
  /** Of the paper (pages/tokens.css), for what a browser draws before any style has come. */
  paper: { light: '#faf8f3', dark: '#121015' },
} as const;
