import {
  AppstoreOutlined,
  AudioOutlined,
  BgColorsOutlined,
  ClearOutlined,
  EditOutlined,
  FolderOutlined,
  LayoutOutlined,
  PictureOutlined,
  RocketOutlined,
  ScheduleOutlined,
  ScissorOutlined,
  SettingOutlined,
  ShareAltOutlined,
  ToolOutlined,
  UserSwitchOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';

const ICONS: Record<string, typeof AppstoreOutlined> = {
  folder: FolderOutlined,
  layout: LayoutOutlined,
  scissor: ScissorOutlined,
  sound: AudioOutlined,
  video: VideoCameraOutlined,
  picture: PictureOutlined,
  edit: EditOutlined,
  tool: ToolOutlined,
  'user-switch': UserSwitchOutlined,
  clear: ClearOutlined,
  share: ShareAltOutlined,
  rocket: RocketOutlined,
  setting: SettingOutlined,
  schedule: ScheduleOutlined,
  workbench: BgColorsOutlined,
};

/** The icon that a function names; the general one for names that this version does not know. */
export function FuncIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined;
  return <Icon aria-hidden="true" />;
}
