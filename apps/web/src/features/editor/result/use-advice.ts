import { type MixAdvice, type MixConfigChange, type MixProject, planMixConfig } from '@mixreel/contract';
import { useState } from 'react';
import { editorPath } from '#features/mix/editor-path.ts';
import { call, tellError } from '#lib/call.ts';
import { onward } from '#lib/go.ts';
import { offerUndo, useMixActs } from '../document/mix-acts.ts';
import { useEditorState } from '../editor-state.ts';

/** What the button beside a piece of advice says. */
export const ADVICE_LABELS: Record<MixAdvice['kind'], string> = {
  voice: '加声音',
  music: '加音乐',
  wording: '再写说法',
  clip: '去拍',
};

export type Taker = { take: (advice: MixAdvice) => void; /** The sentence that is being taken. */ busy: string };

/** Takes advice by one click: settings are set and can be taken back, words and clips are gone to. */
export function useAdvice(mproject_id: string, onTaken: () => void): Taker {
  const acts = useMixActs();
  const [busy, setBusy] = useState('');

  const apply = async ({ sentence }: MixAdvice, change: MixConfigChange) => {
    setBusy(sentence);
    try {
      const isTaken = await acts.act((state) => planMixConfig(state, change));
      onTaken();
      if (!isTaken) return;
      const undo = () => void acts.undo().then(onTaken, tellError);
      offerUndo('success', `${sentence.split('，')[0]}：已加上`, undo);
    } catch (error) {
      tellError(error);
    } finally {
      setBusy('');
    }
  };
  const goTo = async ({ kind, slot_id }: MixAdvice) => {
    const goOn = onward();
    const shooting_id = slot_id || placeOf(await call('mix.detail', { mproject_id }), kind);
    const { select, reword, openLibrary } = useEditorState.getState();
    const isPool = shooting_id === 'header' || shooting_id === 'footer';
    if (!isPool) select(shooting_id);
    if (kind === 'wording') reword(shooting_id);
    else openLibrary(true, shooting_id);
    goOn(editorPath(mproject_id));
  };
  const take = (advice: MixAdvice) =>
    void (advice.change ? apply(advice, advice.change) : goTo(advice).catch(tellError));
  return { take, busy };
}

/** Where to begin when every place needs one more: where there are fewest. */
function placeOf({ shootings }: MixProject, kind: MixAdvice['kind']): string {
  const count = ({ clips, scripts }: MixProject['shootings'][number]) =>
    kind === 'clip' ? clips.length : scripts.length;
  const worded = shootings.filter(({ scripts }) => kind === 'clip' || scripts.some(({ text }) => text.trim() !== ''));
  return worded.toSorted((a, b) => count(a) - count(b))[0]?.shooting_id ?? '';
}
