export { PackError, PackMissing, type PackFailure } from '#packs/errors.ts';
export { PACKS, type Pack, type PackFile, type PackName, type PackSource } from '#packs/manifest.ts';
export { openShelf, type PackState, type Shelf } from '#packs/shelf.ts';
export { packsDir } from '#packs/packs-dir.ts';
