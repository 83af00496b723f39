import { ImportOutlined, PlusOutlined, SoundOutlined } from '@ant-design/icons';
import { type AudioCard, nameOfFile } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { onward } from '#lib/go.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { ListPage } from '#ui/ListPage.tsx';
import { useSearchedPages } from '#ui/SearchedPages.tsx';
import { FileDrop } from './FileDrop.tsx';
import { ImportDialog, type Imported } from './ImportDialog.tsx';
import { newLine } from './lines.ts';
import { PieceRow } from './PieceRow.tsx';
import { ScriptFileButton } from './ScriptFileButton.tsx';
import styles from './Pieces.module.css';

const PAGE = 30;
const UNDO_MS = 8000;

/** The pieces of a project. */
export function PieceList({ project_id }: { project_id: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const pages = useSearchedPages(PAGE);
  const [file, setFile] = useState<File | null>(null);
  const list = useCall('audio.list', { project_id, ...pages.input }, { keep_previous: true });
  const add = useSend('audio.add', { refresh: ['audio.list'] });

  const pathOf = (ai_audio_id: string) => `/audioStudio?${new URLSearchParams({ project_id, ai_audio_id })}`;
  const create = async ({ name, lines }: { name?: string; lines: Imported[] }) => {
    const goOn = onward();
    const given = lines.map((line) => newLine(undefined, line));
    const { ai_audio_id } = await add.mutateAsync({
      project_id,
      lines: given.length > 0 ? given : [newLine()],
      ...(name && { audio_name: name }),
    });
    goOn(pathOf(ai_audio_id));
  };
  const refresh = () => readAgain(cache, 'audio.list');
  const remove = async ({ ai_audio_id, audio_name }: AudioCard) => {
    await call('audio.delete', { ai_audio_id });
    await refresh();
    const restore = async () => {
      await call('audio.restore', { ai_audio_id });
      await refresh();
    };
    const action = { label: '撤销', run: () => void restore().catch(() => {}) };
    showToast('success', `已删除「${audio_name}」`, { ms: UNDO_MS, action });
  };

  const buttons = canEdit && (
    <>
      <ScriptFileButton icon={<ImportOutlined aria-hidden="true" />} label="从文件导入" onFile={setFile} />
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden="true" />}
        loading={add.isPending}
        onClick={() => void create({ lines: [] }).catch(() => {})}
      >
        新建配音
      </Button>
    </>
  );
  return (
    <FileDrop enabled={canEdit} onFile={setFile}>
      <div className={styles['page']}>
        <ListPage
          title="音频工坊"
          subtitle="把文案变成配音，再配上合适的音乐。"
          pages={pages}
          query={list}
          label="搜索配音"
          placeholder="按名称或第一行搜索"
          buttons={buttons}
          loading={<PieceSkeleton />}
          empty={{
            icon: <SoundOutlined />,
            title: '这个项目还没有配音',
            text: canEdit
              ? '写几行台词就能听到声音，也可以把台词文件拖到这里。'
              : '你在这个空间只能查看。编辑者做好的配音会出现在这里。',
          }}
          no_match={(keyword) => `没有名称或第一行里带「${keyword}」的配音。`}
        >
          {(items) => (
            <ul className={styles['list']} aria-label="配音" aria-busy={list.isFetching}>
              {items.map((card) => (
                <PieceRow
                  key={card.ai_audio_id}
                  card={card}
                  onOpen={() => void navigate(pathOf(card.ai_audio_id))}
                  onRemove={canEdit ? () => void remove(card).catch(() => {}) : null}
                />
              ))}
            </ul>
          )}
        </ListPage>
      </div>
      {file && (
        <ImportDialog
          file={file}
          project_id={project_id}
          ai_audio_id={null}
          onClose={() => setFile(null)}
          onImport={async ({ lines }) => {
            await create({ name: nameOfFile(file.name), lines });
          }}
        />
      )}
    </FileDrop>
  );
}

/** The shape of the list while it is on its way. */
function PieceSkeleton() {
  return (
    <div className={styles['list']} role="status" aria-label="正在加载配音">
      {Array.from({ length: 6 }, (_, n) => (
        <div key={n} className={`skeleton ${styles['ghost']}`} aria-hidden="true" />
      ))}
    </div>
  );
}
