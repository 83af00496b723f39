export * from './difference.ts';
export * from './kind.ts';
export * from './operation.ts';
export * from './order.ts';
export * from './rank.ts';
export * from './rows.ts';
export * from './session.ts';
export * from './text.ts';
