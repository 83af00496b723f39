import { BulbOutlined } from '@ant-design/icons';
import type { Shooting } from '@mixreel/contract';
import { Button } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import type { AddedClip } from '../document/acts.ts';
import { useConfigOf, useMix } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { lineLength, neededSeconds } from '../plan/fit.ts';
import { countUses, itemOfClip } from './library-items.ts';
import { LibraryGrid } from './LibraryGrid.tsx';

const LIMIT = 24;

type Props = {
  project_id: string;
  shooting: Shooting | undefined;
  onAdd: ((clips: AddedClip[]) => void) | null;
  onSearch: () => void;
};

/** Shots that suit the line of a shot: unused, long enough and sharp ones first. */
export function RecommendedClips({ project_id, shooting, onAdd, onSearch }: Props) {
  const mix = useMix();
  const config = useConfigOf(shooting);
  const uses = useMemo(() => countUses(mix), [mix]);
  const script_id = useEditorState((state) => state.script_ids[shooting?.shooting_id ?? '']);
  const script = shooting?.scripts.find((one) => one.script_id === script_id) ?? shooting?.scripts[0];
  const text = useDeferredValue(script?.text.trim() ?? '');
  const needed = shooting && script ? neededSeconds(config, lineLength(shooting, script.script_id, config)) : 0;
  const asked = { project_id, text, limit: LIMIT };
  const min_duration = Math.min(600, Math.round(needed * 10) / 10);
  const options = { stale_ms: 30_000, keep_previous: true };
  const long = useCall(
    'search.recommend',
    { ...asked, ...(needed > 0 && { min_duration }) },
    { ...options, enabled: text !== '' },
  );
  // Too short is better than nothing: a clip can be slowed down, or the line cut.
  const hasNoneLong = needed > 0 && long.data?.items.length === 0;
  const short = useCall('search.recommend', asked, { ...options, enabled: hasNoneLong });
  const found = hasNoneLong ? short : long;
  if (text === '') {
    return (
      <EmptyState icon={<BulbOutlined />} title="先写台词" text="按这句台词推荐合适的镜头；片头片尾请用搜索。">
        <Button onClick={onSearch}>搜镜头</Button>
      </EmptyState>
    );
  }
  return (
    <ListStates
      query={found}
      loading={<LoadingRows label="正在找合适的镜头" />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState icon={<BulbOutlined />} title="没有找到合适的镜头" text="换个说法搜搜看，或者去素材库上传更多。">
          <Button onClick={onSearch}>搜镜头</Button>
        </EmptyState>
      }
    >
      {({ items }) => (
        <LibraryGrid
          // What was picked for other words is not seen any more, and must not go along.
          key={items.map(({ shot_id }) => shot_id).join()}
          label="推荐的镜头"
          total={items.length}
          itemAt={(index) => {
            const clip = items[index];
            return clip && itemOfClip(clip, uses);
          }}
          is_busy={found.isFetching}
          onAdd={onAdd}
        />
      )}
    </ListStates>
  );
}
