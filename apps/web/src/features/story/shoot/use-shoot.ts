import { SHOOT_STATES, type ShootState, type ShootTake } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readAgain } from '#lib/read-again.ts';
import { useCall } from '#lib/use-call.ts';
import { useStream } from '#lib/use-stream.ts';
import type { RowTag } from '#ui/grid/column.ts';

/** How far the shooting of one row is. */
export type RowShoot = { state: ShootState; by_name: string; takes: ShootTake[] };

const TONES = { todo: 'neutral', done: 'good', again: 'warning', dropped: 'neutral' } as const;

/** The shooting of a board as it goes on, by row. */
export function useShoot(story_board_id: string): ReadonlyMap<string, RowShoot> {
  const cache = useQueryClient();
  const { data } = useCall('storyShoot.day', { story_board_id });
  const again = () => void readAgain(cache, ['storyShoot.day', 'storyShoot.codes', 'storyMix.ofBoard']);
  useStream('storyShoot.changes', { story_board_id }, { onMessage: again, onOpen: again });
  return useMemo(() => {
    const marks = new Map((data?.marks ?? []).map((mark) => [mark.row_id, mark]));
    const takes = Map.groupBy(data?.takes ?? [], ({ row_id }) => row_id);
    const ids = new Set([...marks.keys(), ...takes.keys()]);
    return new Map(
      [...ids].map((row_id) => {
        const { state = 'todo', by_name = '' } = marks.get(row_id) ?? {};
        return [row_id, { state, by_name, takes: takes.get(row_id) ?? [] }];
      }),
    );
  }, [data]);
}

/** What is said of a row's shooting, in a word; null where nothing happened. */
export function shootWord(one: RowShoot | undefined): Omit<RowTag, 'onPress'> | null {
  if (!one) return null;
  const { state, takes } = one;
  const count = takes.filter(({ status }) => status !== 'failed').length;
  if (state === 'todo' && count === 0) return null;
  const label = ['拍摄', SHOOT_STATES[state], count > 0 && `${count} 条`].filter(Boolean).join('，');
  return { text: state === 'todo' ? `${count} 条` : SHOOT_STATES[state], label, tone: TONES[state] };
}

export function shootTags(
  shoot: ReadonlyMap<string, RowShoot>,
  onPress: () => void,
): ReadonlyMap<string, readonly RowTag[]> {
  return new Map(
    [...shoot].flatMap(([row_id, one]) => {
      const word = shootWord(one);
      return word ? [[row_id, [{ ...word, onPress }]]] : [];
    }),
  );
}
