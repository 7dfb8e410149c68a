export * from './accounts.ts';
export * from './episodes.ts';
export * from './mail.ts';
export * from './media.ts';
export * from './operations.ts';
export * from './social.ts';
export * from './stories.ts';
