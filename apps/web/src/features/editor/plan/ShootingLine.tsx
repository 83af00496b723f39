import {
  LINE_CHARACTERS_MAX,
  planNewShootings,
  planText,
  type Script,
  type Shooting,
  SHOOTINGS_MAX,
} from '@mixreel/contract';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { Carets } from '#features/document/Carets.tsx';
import { linesOf } from '#features/mix/lines.ts';
import { newShootings } from '#features/mix/new-parts.ts';
import { showToast } from '#lib/toast.ts';
import { useSharedText } from '#lib/use-shared-text.ts';
import { addShootings } from '../document/acts.ts';
import { useDesk, useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import styles from './Shootings.module.css';

type Props = { shooting: Shooting; script: Script; number: number };

/** What is said in a shot, written where it stands. Enter goes on to the next one; several pasted lines make several. */
export function ShootingLine({ shooting, script, number }: Props) {
  const desk = useDesk();
  const canEdit = useMixState((state) => state.can_edit);
  const field = useRef<HTMLTextAreaElement>(null);
  const { shooting_id } = shooting;
  const { script_id, text } = script;

  const tellCaret = (caret: number) => desk.presence.move({ table: 'script', id: script_id, field: 'text', caret });
  const { onSelect, ...shared } = useSharedText({
    field,
    text,
    is_seen_first: true,
    onType(value, caret) {
      desk.act(planText(desk.state, script_id, value, caret), { tag: `line ${script_id}` });
      tellCaret(caret);
    },
  });
  const goOn = () => {
    const next = desk.mix.shootings[number];
    if (next) return focusLine(next.shooting_id);
    if (text.trim() === '' || desk.mix.shootings.length >= SHOOTINGS_MAX) return;
    const [made] = addShootings(desk, [''], number);
    if (made) requestAnimationFrame(() => focusLine(made));
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && canEdit) {
      event.preventDefault();
      goOn();
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
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const whole = (value.slice(0, selectionStart) + first + value.slice(selectionEnd)).slice(0, LINE_CHARACTERS_MAX);
    const room = SHOOTINGS_MAX - desk.mix.shootings.length;
    const lines = rest.slice(0, room).map((line) => line.slice(0, LINE_CHARACTERS_MAX));
    const { state } = desk;
    desk.act([...planText(state, script_id, whole), ...planNewShootings(state, newShootings(lines), number)]);
    if (rest.length > room) showToast('warning', `最多 ${SHOOTINGS_MAX} 个镜头，有 ${rest.length - room} 行没有放进来`);
  };
  return (
    <div className={styles['text']} data-text={shared.value || '写一句台词'}>
      <Carets presence={desk.presence} id={script_id} text={shared.value} className={styles['caret']} />
      <textarea
        ref={field}
        rows={1}
        {...shared}
        readOnly={!canEdit}
        maxLength={LINE_CHARACTERS_MAX}
        placeholder={canEdit ? '写一句台词' : ''}
        aria-label={`镜头 ${number} 的台词`}
        data-line={shooting_id}
        spellCheck={false}
        onFocus={() => {
          if (useEditorState.getState().shooting_id !== shooting_id) useEditorState.getState().select(shooting_id);
        }}
        onSelect={({ currentTarget: { selectionEnd } }) => {
          onSelect();
          tellCaret(selectionEnd);
        }}
        onBlur={() => void desk.live.flush()}
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
