import { Tabs } from 'antd';
import { INSPECTOR_TABS, type InspectorTab, useEditorState } from '#features/editor/editor-state.ts';
import { CaptionPart } from './CaptionPart.tsx';
import { ScopeProvider, useMakeScope } from './config-scope.ts';
import { FilterPart } from './FilterPart.tsx';
import { GlobalPart } from './GlobalPart.tsx';
import { MusicPart } from './MusicPart.tsx';
import { PicturePart } from './PicturePart.tsx';
import { slotName } from './slot-name.ts';
import { TransitionPart } from './TransitionPart.tsx';
import { useMixState } from './use-mix.ts';
import { VoicePart } from './VoicePart.tsx';
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
  const scope = useMakeScope(tab === 'global' || tab === 'music');
  const { shooting_id } = scope;
  const Part = PARTS[tab];
  return (
    <ScopeProvider value={scope}>
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
          className={styles['panel']}
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
