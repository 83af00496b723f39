import type { AnalysisInfo } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { useUploaded } from '#features/upload/uploaded.ts';
import { readAgain } from '#lib/read-again.ts';
import { debounce } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';
import { isHeld, patchMaterials, refreshFound, refreshLists, refreshPagesOf } from './material-cache.ts';

type Feed = {
  /** Null until the stream has said something. */
  info: Omit<AnalysisInfo, 'changed'> | null;
  /** How far each is, in per cent. */
  progress: Record<string, number>;
};

export const useAnalysis = create<Feed>(() => ({ info: null, progress: {} }));

/** Hears how the project's analysis goes, for as long as the page is open, and tells the cards. */
export function useAnalysisFeed(project_id: string): void {
  const cache = useQueryClient();
  useEffect(() => () => useAnalysis.setState({ info: null, progress: {} }), [project_id]);

  const { finish, listAgain, countAgain } = useMemo(() => {
    const done = new Set<string>();
    const settle = debounce(() => {
      const ids = new Set(done);
      done.clear();
      void refreshPagesOf(cache, ids);
      for (const material_id of ids) void readAgain(cache, 'material.detail', { material_id });
    });
    return {
      finish: (material_id: string) => {
        done.add(material_id);
        settle();
      },
      listAgain: debounce(() => void refreshLists(cache)),
      countAgain: debounce(() => void refreshFound(cache)),
    };
  }, [cache]);

  const take = ({ changed, ...info }: AnalysisInfo) => {
    useAnalysis.setState(({ progress }) => {
      const next = { ...progress };
      for (const { material_id, analysis_status, progress: share } of changed) {
        if (analysis_status === 'running') next[material_id] = share;
        else delete next[material_id];
      }
      return { info, progress: next };
    });
    if (changed.some(({ analysis_status }) => analysis_status === 'done')) countAgain();
    for (const { material_id, analysis_status } of changed) {
      // What is not here may be new; the first page then begins with it.
      if (!isHeld(cache, material_id)) {
        if (analysis_status === 'waiting') listAgain();
        continue;
      }
      patchMaterials(cache, new Set([material_id]), () => ({ analysis_status }));
      // Covers, tags and reasons of a failure come with the card itself.
      if (analysis_status === 'done' || analysis_status === 'failed') finish(material_id);
    }
  };
  // Whether it belongs into the list on screen is the server's to say: it knows the conditions.
  useUploaded(({ upload_record_data: data }) => {
    if (data.project_id === project_id) listAgain();
  });
  // The upload panel hears the same: all of them share one connection.
  useStream('analysis.info', { project_id }, { onMessage: take });
}
