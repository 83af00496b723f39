const KEY = 'download_choice';

/** How archives were last asked for. */
export type DownloadChoice = {
  name_rule: string;
  with_srt: boolean;
  with_cover: boolean;
  with_manifest: boolean;
  with_dirs: boolean;
};

const FIRST: DownloadChoice = {
  name_rule: '{name}',
  with_srt: false,
  with_cover: true,
  with_manifest: true,
  with_dirs: false,
};

export function readChoice(): DownloadChoice {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<DownloadChoice>) };
  } catch {
    return FIRST;
  }
}

export function storeChoice(choice: DownloadChoice): void {
  localStorage.setItem(KEY, JSON.stringify(choice));
}
