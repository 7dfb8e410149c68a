export * from './accounts.ts';
export * from './episodes.ts';
export * from './media.ts';
export * from './operations.ts';
export * from './stories.ts';
