import { SoundOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { VoicePicker } from '#features/voice/VoicePicker.tsx';
import { useVoices } from '#features/voice/voices.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from './Import.module.css';

type Props = {
  /** How many lines each role has. */
  counts: Map<string, number>;
  voice_of: Map<string, string>;
  onChoose: (role: string, voice_id: string) => void;
};

/** Who speaks in a script, and with which voice. */
export function RoleVoices({ counts, voice_of, onChoose }: Props) {
  const voices = useVoices();
  const [picking, setPicking] = useState<string | null>(null);
  return (
    <section className={styles['roles']} aria-labelledby="role-voices">
      <h3 id="role-voices">
        角色的音色 <small>同一角色的每一行都用它</small>
      </h3>
      <ListStates
        query={voices}
        isEmpty={() => false}
        empty={null}
        loading={<LoadingRows count={2} label="正在读取音色" />}
      >
        {(all) => (
          <ul>
            {Array.from(counts, ([role, count]) => {
              const voice = all.find(({ voice_id }) => voice_id === voice_of.get(role));
              return (
                <li key={role}>
                  <span title={role}>{role}</span>
                  <small>{count} 行</small>
                  <button
                    type="button"
                    aria-label={`${role}的音色：${voice?.voice_name ?? '未选'}，更换`}
                    onClick={() => setPicking(role)}
                  >
                    <SoundOutlined aria-hidden="true" />
                    <strong>{voice?.voice_name ?? '选音色'}</strong>
                    {voice && <small>{voice.gender === 'female' ? '女声' : '男声'}</small>}
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </ListStates>
      {picking !== null && (
        <VoicePicker
          title={`给「${picking}」选音色`}
          chosen={voice_of.get(picking) ?? null}
          onClose={() => setPicking(null)}
          onChoose={({ voice_id }) => {
            onChoose(picking, voice_id);
            setPicking(null);
          }}
        />
      )}
    </section>
  );
}
