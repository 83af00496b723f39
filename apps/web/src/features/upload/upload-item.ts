import type { Material, MaterialSubType, MaterialType, SameNameChoice, UploadRecord } from '@mixreel/contract';

/** Where files go. `place` says it to a person: 「夏季防晒」的实拍素材. */
export type UploadTarget = {
  project_id: string;
  dir_id: string | null;
  place: string;
  material_sub_type: MaterialSubType;
};

export type UploadState =
  /** In the queue. */
  | 'queued'
  /** The space may have it already: its hash is being made. */
  | 'hashing'
  | 'sending'
  /** All bytes have arrived; the server looks at them. */
  | 'verifying'
  | 'paused'
  /** The network or the server is away; goes on by itself. */
  | 'waiting'
  /** Begun before a reload: the person chooses the file again, or allows the page to read it. */
  | 'needs_file'
  /** Another tab of this browser sends it. */
  | 'elsewhere'
  /** The server fetches a link. */
  | 'fetching'
  | 'done'
  /** Done without sending: the space had the content. */
  | 'instant'
  | 'failed'
  /** Not sent at all: it would be refused. */
  | 'refused';

/** One file on its way, as the panel shows it. */
export type UploadItem = {
  /** Of this page; a record gets its own name only when the server has answered. */
  key: string;
  record_uuid: string | null;
  state: UploadState;
  file_name: string;
  relative_path: string;
  /** Where it is to go: from a folder on, by the folders of a path. */
  goal: { dir_id: string | null; path: string };
  bytes: number;
  sent_bytes: number;
  hashed_bytes: number;
  project_id: string;
  material_type: MaterialType;
  material_sub_type: MaterialSubType | null;
  same_name: SameNameChoice;
  /** Why it failed, was refused or waits. */
  message: string | null;
  /** Of one that failed: whether the same file may do another time. */
  can_retry: boolean;
  source_url: string | null;
  task_id: string | null;
  material: Material | null;
  /** Whether this browser still has a handle of the file from before the reload. */
  has_handle: boolean;
  /** Files that were added while others were on their way are counted together with them. */
  batch: number;
};

export type UploadGroup = 'open' | 'done' | 'trouble';

const GROUPS: Record<UploadState, UploadGroup> = {
  queued: 'open',
  hashing: 'open',
  sending: 'open',
  verifying: 'open',
  paused: 'open',
  waiting: 'open',
  needs_file: 'open',
  elsewhere: 'open',
  fetching: 'open',
  done: 'done',
  instant: 'done',
  failed: 'trouble',
  refused: 'trouble',
};

export function groupOf({ state }: Pick<UploadItem, 'state'>): UploadGroup {
  return GROUPS[state];
}

/** States in which bytes move or will move without the person doing anything. */
const MOVING = new Set<UploadState>(['queued', 'hashing', 'sending', 'verifying', 'waiting']);

export function isMoving({ state }: Pick<UploadItem, 'state'>): boolean {
  return MOVING.has(state);
}

/** What the server says of a record, as an item that this page has no file for. */
function itemOf(record: UploadRecord): UploadItem {
  const { upload_record_data: data } = record;
  return {
    key: record.record_uuid,
    record_uuid: record.record_uuid,
    state: stateOf(record),
    file_name: record.file_name,
    relative_path: record.relative_path,
    // Its own folders are made: nothing is left of its path but the name.
    goal: { dir_id: data.dir_id, path: record.file_name },
    bytes: record.bytes,
    sent_bytes: record.received_bytes,
    hashed_bytes: 0,
    project_id: data.project_id,
    material_type: data.material_type,
    material_sub_type: data.extra_args.material_sub_type,
    same_name: 'keep_both',
    message: record.message,
    can_retry: record.can_retry,
    source_url: record.source_url,
    task_id: record.task_id,
    material: record.material_data,
    has_handle: false,
    batch: 0,
  };
}

function stateOf({ status, source_url }: UploadRecord): UploadState {
  switch (status) {
    case 'uploading':
      return source_url === null ? 'needs_file' : 'fetching';
    case 'verifying':
      return source_url === null ? 'verifying' : 'fetching';
    case 'completed':
      return 'done';
    case 'failed':
    case 'canceled':
      return 'failed';
  }
}

/**
 * A record by its record_uuid: one that is listed is replaced where it stands, a new one goes to the front. What this
 * page sends itself it knows better than an answer that was on its way.
 */
export function putRecord(
  items: UploadItem[],
  record: UploadRecord,
  isOurs: (item: UploadItem) => boolean = () => false,
): UploadItem[] {
  const made = itemOf(record);
  const at = items.findIndex(({ record_uuid }) => record_uuid === record.record_uuid);
  if (at === -1) return [made, ...items];
  const before = items[at]!;
  if (isOurs(before)) return items;
  const isSame =
    (before.state === 'instant' && made.state === 'done') ||
    (before.state === 'elsewhere' && made.state === 'needs_file');
  const state = isSame ? before.state : made.state;
  const { key, has_handle, batch } = before;
  return items.with(at, { ...made, key, state, has_handle, batch });
}

export function removeRecords(items: UploadItem[], keys: ReadonlySet<string>): UploadItem[] {
  return items.filter(({ key }) => !keys.has(key));
}

type View = { project_id: string | null; material_type: MaterialType; material_sub_type: MaterialSubType };

/** Whether a finished upload belongs into the list that is on screen: project, type and, for videos, sub-type. */
export function belongsTo({ upload_record_data: data, material_data }: UploadRecord, view: View): boolean {
  const type = material_data?.material_type ?? data.material_type;
  const sub = material_data ? material_data.material_sub_type : data.extra_args.material_sub_type;
  if (data.project_id !== view.project_id || type !== view.material_type) return false;
  return type !== 'video' || sub === view.material_sub_type;
}
