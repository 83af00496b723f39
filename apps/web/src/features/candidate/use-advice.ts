import { inverseChange, type MixAdvice, type MixConfigChange, type MixProject } from '@mixreel/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useEditorState } from '#features/editor/editor-state.ts';
import { call, tellError } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { editorPath } from './editor-path.ts';

const UNDO_MS = 8000;

/** What the button beside a piece of advice says. */
export const ADVICE_LABELS: Record<MixAdvice['kind'], string> = {
  voice: '加声音',
  music: '加音乐',
  wording: '再写说法',
  clip: '去加片段',
};

type Taking = {
  /** Sets the mix, where somebody edits it here; else it is set at the server. */
  onConfig?: (change: MixConfigChange) => Promise<unknown>;
  /** What was changed is saved: candidates can be chosen anew. */
  onTaken: () => void;
};

export type Taker = { take: (advice: MixAdvice) => void; /** The sentence that is being taken. */ busy: string };

/** Takes advice by one click: settings are set and can be taken back, words and clips are gone to. */
export function useAdvice(mproject_id: string, { onConfig, onTaken }: Taking): Taker {
  const navigate = useNavigate();
  const [busy, setBusy] = useState('');

  const set = async (change: MixConfigChange): Promise<void> => {
    if (onConfig) await onConfig(change);
    else {
      const { revision } = await call('mix.detail', { mproject_id });
      await call('mix.updateConfig', { mproject_id, revision, config: change });
    }
    onTaken();
  };
  const apply = async ({ sentence }: MixAdvice, change: MixConfigChange) => {
    setBusy(sentence);
    try {
      const { config } = await call('mix.detail', { mproject_id });
      await set(change);
      const run = () => void set(inverseChange(config, change)).catch(tellError);
      showToast('success', `${sentence.split('，')[0]}：已加上`, { ms: UNDO_MS, action: { label: '撤销', run } });
    } catch (error) {
      tellError(error);
    } finally {
      setBusy('');
    }
  };
  const goTo = async ({ kind, slot_id }: MixAdvice) => {
    const shooting_id = slot_id || placeOf(await call('mix.detail', { mproject_id }), kind);
    const { select, reword, openLibrary } = useEditorState.getState();
    const isPool = shooting_id === 'header' || shooting_id === 'footer';
    if (!isPool) select(shooting_id);
    if (kind === 'wording') reword(shooting_id);
    else openLibrary(true, shooting_id);
    await navigate(editorPath(mproject_id));
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
