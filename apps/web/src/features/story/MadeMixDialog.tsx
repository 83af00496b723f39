import { Alert, Button, Modal } from 'antd';
import { useNavigate } from 'react-router';
import { editorPath } from '#features/mix/editor-path.ts';
import type { OutputOf } from '#lib/call.ts';
import { useStory } from './board.ts';
import styles from './Links.module.css';

type Props = { made: OutputOf<'storyMix.add'>; onClose: () => void };

/** What became of the rows: which clips were put on them and why, and what somebody should look at. */
export function MadeMixDialog({ made: { mproject_id, shootings, notices }, onClose }: Props) {
  const navigate = useNavigate();
  const rows = useStory((story) => story.rows);
  return (
    <Modal
      open
      centered
      width={640}
      title={`已导入 ${shootings.length} 个镜头`}
      onCancel={onClose}
      footer={[
        <Button key="stay" onClick={onClose}>
          留在故事板
        </Button>,
        <Button key="go" type="primary" onClick={() => void navigate(editorPath(mproject_id))}>
          打开混剪
        </Button>,
      ]}
    >
      <div className={styles['scroll']}>
        {notices.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title="还有这些要看一看"
            description={
              <ul className={styles['notices']}>
                {notices.map((notice) => (
                  <li key={notice}>{notice}</li>
                ))}
              </ul>
            }
          />
        )}
        <ol className={styles['made']} aria-label="各行放上的片段">
          {shootings.map(({ row_id, shooting_id, clips }) => {
            const at = rows.findIndex((row) => row.row_id === row_id);
            const row = rows[at];
            return (
              <li key={shooting_id}>
                <b>
                  {at + 1}. {row?.line || row?.picture || '参考画面'}
                </b>
                {clips.length === 0 ? (
                  <span>没有放片段</span>
                ) : (
                  <ul>
                    {clips.map(({ material_name, why }, n) => (
                      <li key={n}>
                        <span>{material_name}</span>
                        <small>{why}</small>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            );
          })}
        </ol>
      </div>
    </Modal>
  );
}
