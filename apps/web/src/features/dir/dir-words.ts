import { DIR_NOUNS, type DirKind } from '@mixreel/contract';

/** The bin, where a directory could stand. */
export const BIN = 'bin';

type Words = { noun: string; panel: string; all: string; items: (count: number) => string };

/** What a tree says, by what it is of. */
export const DIR_WORDS: Record<DirKind, Words> = {
  artwork: {
    noun: DIR_NOUNS.artwork,
    panel: '成片目录',
    all: '全部成片',
    items: (count) => `${count} 条成片`,
  },
  material: {
    noun: DIR_NOUNS.material,
    panel: '素材文件夹',
    all: '全部素材',
    items: (count) => `${count} 个素材`,
  },
};
