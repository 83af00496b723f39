import { LINE_CHARACTERS_MAX, type Script, type Shooting, SHOOTINGS_MAX } from '@mixreel/contract';
import { type ClipboardEvent, type KeyboardEvent } from 'react';
import { useEditorState } from '#features/editor/editor-state.ts';
import { showToast } from '#lib/toast.ts';
import { linesOf } from './lines.ts';
import { useMixEdits, useMixState } from './use-mix.ts';
import styles from './Shootings.module.css';

type Props = { shooting: Shooting; script: Script; number: number };

/** What is said in a shot, written where it stands. Enter goes on to the next one; several pasted lines make several. */
export function ShootingLine({ shooting, script, number }: Props) {
  const edits = useMixEdits();
  const canEdit = useMixState((state) => state.can_edit);
  const { shooting_id, scripts } = shooting;
  const { script_id, text } = script;

  const write = (value: string) =>
    void edits.edit(
      {
        kind: 'shooting',
        shooting_id,
        change: { scripts: scripts.map((one) => (one.script_id === script_id ? { ...one, text: value } : one)) },
      },
      { tag: `line ${script_id}` },
    );
  const goOn = async () => {
    const next = edits.mix.shootings[number];
    if (next) return focusLine(next.shooting_id);
    if (text.trim() === '' || edits.mix.shootings.length >= SHOOTINGS_MAX) return;
    const answer = await edits.edit({ kind: 'add_shootings', lines: [''], position: number });
    const [made] = answer?.made ?? [];
    if (made) requestAnimationFrame(() => focusLine(made));
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && canEdit) {
      event.preventDefault();
      void goOn();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      document.querySelector<HTMLElement>(`[data-shooting="${shooting_id}"]`)?.focus();
    }
  };
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const [first, ...rest] = linesOf(event.clipboardData.getData('text/plain'));
    if (!canEdit || first === undefined || rest.length === 0) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    write((text.slice(0, selectionStart) + first + text.slice(selectionEnd)).slice(0, LINE_CHARACTERS_MAX));
    const room = SHOOTINGS_MAX - edits.mix.shootings.length;
    const lines = rest.slice(0, room).map((line) => line.slice(0, LINE_CHARACTERS_MAX));
    if (lines.length > 0) void edits.edit({ kind: 'add_shootings', lines, position: number });
    if (rest.length > room) showToast('warning', `最多 ${SHOOTINGS_MAX} 个镜头，有 ${rest.length - room} 行没有放进来`);
  };
  return (
    <div className={styles['text']} data-text={text || '写一句台词'}>
      <textarea
        rows={1}
        value={text}
        readOnly={!canEdit}
        maxLength={LINE_CHARACTERS_MAX}
        placeholder={canEdit ? '写一句台词' : ''}
        aria-label={`镜头 ${number} 的台词`}
        data-line={shooting_id}
        spellCheck={false}
        onChange={(event) => write(event.target.value.replace(/[\r\n]+/g, ' '))}
        onFocus={() => {
          if (useEditorState.getState().shooting_id !== shooting_id) useEditorState.getState().select(shooting_id);
        }}
        onBlur={() => void edits.flush()}
        onKeyDown={handleKey}
        onPaste={handlePaste}
      />
    </div>
  );
}

export function focusLine(shooting_id: string): void {
  const field = document.querySelector<HTMLTextAreaElement>(`[data-line="${shooting_id}"]`);
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}
