import { BulbOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { planShooting, type Script, SCRIPTS_MAX, type Shooting } from '@mixreel/contract';
import { randomId } from '#lib/random.ts';
import { useDesk, useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { RewordDialog } from './RewordDialog.tsx';
import styles from './Shootings.module.css';

const CLOSE = <CloseOutlined aria-hidden="true" />;
const PLUS = <PlusOutlined aria-hidden="true" />;
const BULB = <BulbOutlined aria-hidden="true" />;

/** The wordings of a shot: every video says one of them. */
export function ScriptTabs({ shooting, script }: { shooting: Shooting; script: Script }) {
  const desk = useDesk();
  const canEdit = useMixState((state) => state.can_edit);
  const showScript = useEditorState((state) => state.showScript);
  const { shooting_id, scripts } = shooting;
  const isRewording = useEditorState((state) => state.rewording === shooting_id);
  const reword = useEditorState((state) => state.reword);
  const change = (next: Script[]) => desk.act(planShooting(desk.state, shooting_id, { scripts: next }));

  const add = () => {
    const made: Script = { script_id: randomId(), text: script.text, recording_material_id: null, captions: null };
    change([...scripts, made]);
    showScript(shooting_id, made.script_id);
  };
  const remove = ({ script_id }: Script) => {
    const rest = scripts.filter((one) => one.script_id !== script_id);
    change(rest);
    const [first] = rest;
    if (script_id === script.script_id && first) showScript(shooting_id, first.script_id);
  };
  if (scripts.length === 1 && !canEdit) return null;
  return (
    <div className={styles['scripts']} role="group" aria-label="台词版本">
      {scripts.length > 1 && (
        <span className={styles['tabs']}>
          {scripts.map((one, n) => {
            const isOn = one.script_id === script.script_id;
            return (
              <span key={one.script_id} className={styles['script']} data-on={isOn}>
                <button
                  type="button"
                  aria-label={`版本 ${n + 1}`}
                  aria-pressed={isOn}
                  title={one.text}
                  onClick={() => showScript(shooting_id, one.script_id)}
                >
                  {isOn && '版本 '}
                  {n + 1}
                </button>
                {canEdit && isOn && (
                  <button type="button" aria-label={`删除版本 ${n + 1}`} onClick={() => remove(one)}>
                    {CLOSE}
                  </button>
                )}
              </span>
            );
          })}
        </span>
      )}
      {canEdit && scripts.length < SCRIPTS_MAX && (
        <button
          type="button"
          className={styles['more']}
          aria-label="加一个台词版本"
          title="加一个台词版本：每条视频用其中一个"
          onClick={add}
        >
          {PLUS}
          {scripts.length === 1 && <span>版本</span>}
        </button>
      )}
      {canEdit && scripts.length < SCRIPTS_MAX && script.text.trim() !== '' && (
        <button
          type="button"
          className={styles['more']}
          aria-label="再写几种说法"
          title="再写几种说法：意思不变，换着说，视频更不重样"
          onClick={() => reword(shooting_id)}
        >
          {BULB}
          {scripts.length === 1 && <span>说法</span>}
        </button>
      )}
      {isRewording && canEdit && <RewordDialog shooting={shooting} text={script.text} onClose={() => reword(null)} />}
    </div>
  );
}
