import { type Address, address } from '../../addresses.ts';

type Part = { page?: number; edit?: boolean; panels?: boolean; hash?: string };

export const collectionAddress = (id: string, { page = 1, edit, panels, hash }: Part = {}): Address =>
  address(
    '/collections/@id',
    { id },
    { query: { page: page === 1 ? null : page, edit: edit ? 1 : null, panels: panels ? 1 : null }, hash },
  );
