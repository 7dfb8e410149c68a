export const product = {
  name: 'Tsuzuki',
  kana: 'つづき',
  supportEmail: 'support@tsuzuki.example',
  legalEntity: 'Tsuzuki Limited, Hong Kong',
  /** Paper color (pages/tokens.css), for what a browser draws before any style loads. */
  paper: { light: '#faf8f3', dark: '#121015' },
} as const;
