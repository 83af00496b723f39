import { dirname } from 'node:path';
import { DEFAULT_LINT_OPTIONS, lintDraft as findFaults, loadDraft, type LintIssue } from 'capcut-cli';

/**
 * What an independent reader finds wrong in the draft of a folder, as its command tells it: without the process that
 * would be. `probeMedia` starts ffprobe for each file of the draft.
 */
export function lintDraft(folder: string, { probeMedia = false } = {}): LintIssue[] {
  const { draft, filePath } = loadDraft(folder);
  return findFaults(draft, { ...DEFAULT_LINT_OPTIONS, draftDir: dirname(filePath), probeMedia });
}
