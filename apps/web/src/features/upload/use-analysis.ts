import type { AnalysisInfo } from '@mixreel/contract';
import { useState } from 'react';
import { useStream } from '#lib/use-stream.ts';
import { useUploaded } from './uploaded.ts';

export type Analysis = Pick<AnalysisInfo, 'analysis_total' | 'all_total' | 'failed_total'>;

const NONE: Analysis = { analysis_total: 0, all_total: 0, failed_total: 0 };

/** How far the analysis of a project is; in progress while `analysis_total` is above 0. */
export function useAnalysis(project_id: string | null): Analysis {
  const [known, setKnown] = useState<{ project_id: string | null; info: Analysis }>({ project_id, info: NONE });
  const [isOpen, setIsOpen] = useState(false);

  useStream(
    'analysis.info',
    { project_id: project_id ?? '' },
    {
      onMessage: (info) => setKnown({ project_id, info }),
      onOpen: () => setIsOpen(true),
      onError: () => setIsOpen(false),
      onClose: () => setIsOpen(false),
    },
    { enabled: project_id !== null },
  );
  // While the stream is open a new upload only raises the total; the next message says it exactly.
  useUploaded(({ upload_record_data: data }) => {
    if (!isOpen || data.project_id !== project_id) return;
    setKnown(({ info }) => ({
      project_id,
      info: { ...info, analysis_total: info.analysis_total + 1, all_total: info.all_total + 1 },
    }));
  });
  return known.project_id === project_id ? known.info : NONE;
}
