import { Tabs } from 'antd';
import { slotName } from '#features/mix/slot-name.ts';
import { useMixState } from '../document/use-mix.ts';
import { INSPECTOR_TABS, type InspectorTab, useEditorState } from '../editor-state.ts';
import { CaptionPart } from './CaptionPart.tsx';
import { ScopeProvider, useSelectedShot } from './config-scope.ts';
import { FilterPart } from './FilterPart.tsx';
import { GlobalPart } from './GlobalPart.tsx';
import { MusicPart } from './MusicPart.tsx';
import { PicturePart } from './PicturePart.tsx';
import { TransitionPart } from './TransitionPart.tsx';
import { VoicePart } from './VoicePart.tsx';
import frame from '../Editor.module.css';
import styles from './Inspector.module.css';

const PARTS = {
  picture: PicturePart,
  caption: CaptionPart,
  voice: VoicePart,
  music: MusicPart,
  filter: FilterPart,
  transition: TransitionPart,
  global: GlobalPart,
} satisfies Record<InspectorTab, () => React.ReactNode>;

/** The properties of the selected shot, or of the whole mix when none is selected. */
export function Inspector() {
  const tab = useEditorState((state) => state.tab);
  const openTab = useEditorState((state) => state.openTab);
  const shooting_id = useSelectedShot(tab === 'global' || tab === 'music');
  const Part = PARTS[tab];
  return (
    <ScopeProvider value={shooting_id}>
      <div className={styles['inspector']}>
        <Tabs
          size="small"
          aria-label="属性"
          activeKey={tab}
          tabBarGutter={12}
          tabBarStyle={{ margin: 0, padding: '0 12px' }}
          items={Object.entries(INSPECTOR_TABS).map(([key, label]) => ({ key, label }))}
          onChange={(key) => openTab(key as InspectorTab)}
        />
        <Whose shooting_id={shooting_id} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
        <div
          key={`${tab} ${shooting_id ?? ''}`}
          className={frame['panel']}
          role="tabpanel"
          aria-label={INSPECTOR_TABS[tab]}
          tabIndex={0}
        >
          <Part />
        </div>
      </div>
    </ScopeProvider>
  );
}

/** Whose settings these are, and the way from a shot to all of them. */
function Whose({ shooting_id }: { shooting_id: string | undefined }) {
  const select = useEditorState((state) => state.select);
  const name = useMixState(({ mix }) => (shooting_id ? slotName(mix, shooting_id) : null));
  return (
    <p className={styles['whose']}>
      {name === null ? (
        <span>整个混剪</span>
      ) : (
        <>
          <span title={name}>{name}</span>
          <button type="button" onClick={() => select(null)}>
            改整个混剪
          </button>
        </>
      )}
    </p>
  );
}
