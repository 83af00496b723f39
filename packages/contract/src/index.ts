export * from './calls.ts';
export { type CandidateChoice, type MixAdvice, type MixLimit, MixSummary } from './mix-summary.ts';
export { AUTO_COVER, Cover, COVER_KINDS, CoverChange, CoverTitle, CoverView } from './cover.ts';
export {
  ROLES,
  SPACE_IDS,
  TOKEN_SCOPES,
  type Access,
  type Call,
  type Plain,
  type Role,
  type SpaceId,
  type SpaceRule,
  type TokenScope,
  get,
  plain,
  post,
  query,
  stream,
} from './endpoint.ts';
export * from './constants.ts';
export { AppError, ERRORS, type ErrorName } from './errors.ts';
export { fieldMessages } from './messages.ts';
export { Id, PageInput, pageInfo, type Envelope, type PageInfo } from './wire.ts';
export { ARRANGED_TABLES, ColumnLayout, NewPassword, Passkey, PASSWORD_MIN, SignedInBrowser } from './account.ts';
export {
  AuditEntry,
  FeishuAccount,
  Group,
  INVITATION_STATUSES,
  Invitation,
  Person,
  ListedTeam,
  Team,
  TeamMember,
} from './admin.ts';
export {
  CodeInfo,
  FeishuSignIn,
  QR_STATUSES,
  QrChallenge,
  QrInfo,
  type QrStatus,
  Session,
  SignInCode,
  UserInfo,
} from './auth.ts';
export { Banner, COMMON_FUNCS_MAX, FUNC_GROUPS, Func } from './home.ts';
export {
  ANALYSIS_STATUSES,
  type AnalysisStatus,
  Box,
  DISK_KEEPS_HOURS,
  MATERIAL_SORTS,
  MATERIAL_SOURCES,
  MATERIAL_SUB_TYPES,
  MATERIAL_TYPES,
  MATERIALS_AT_ONCE_MAX,
  MATERIALS_MOVED_MAX,
  Material,
  MaterialDetail,
  MaterialFilter,
  MaterialName,
  type MaterialSubType,
  type MaterialType,
  MaterialUse,
  ORIENTATIONS,
  RECYCLE_DAYS,
  RIGHTS_LICENCES,
  RIGHTS_PROBLEMS,
  RIGHTS_SOON_DAYS,
  Rights,
  type RightsProblem,
  Shot,
  Sprite,
  TAG_TYPES,
  Tag,
  tagKey,
  TagKey,
  type TagType,
  ZIP_ITEMS_MAX,
} from './material.ts';
export { type HeardEvent, Listening } from './event.ts';
export * from './story.ts';
export { spokenSeconds, tooLongBy } from './spoken.ts';
export { shorten } from './shorten.ts';
export { StoryPace } from './story-video.ts';
export * from './story-brief.ts';
export * from './writer.ts';
export * from './writer-told.ts';
export { FACT_NEWS, LINE_NEWS, STORY_CLIPS_MAX, StoryFactNews, StoryLink } from './story-mix.ts';
export { PhoneRow, PhoneTake } from './story-phone.ts';
export {
  SHOOT_HOURS,
  SHOOT_STATES,
  ShootCode,
  type ShootExpire,
  ShootMark,
  type ShootState,
  ShootTake,
} from './story-shoot.ts';
export * from './story-import.ts';
export { planStory, type Story, storyKind, storyOf, storyRecords, storyRowsOf, storySettingsOf } from './story-kind.ts';
export * from './story-row.ts';
export { audioKind, audioLines, type AudioPiece, audioPieceOf, planAudio } from './audio-document.ts';
export {
  type ClipContent,
  clipsBySlot,
  mixRecordOf,
  type ShootingContent,
  shootingsOf,
  type SlotId,
  slotOfClip,
} from './mix-content.ts';
export { type ClipRecord, MIX, mixKind, type MixRecord, type ScriptRecord, type ShootingRecord } from './mix-kind.ts';
export {
  type ClipChange,
  type NewClip,
  type NewShooting,
  placeIn,
  planClip,
  planMix,
  planMixConfig,
  planMove,
  planNewClips,
  planNewShootings,
  planOrder,
  planRemove,
  planScript,
  planShooting,
  planShootingConfig,
  planSplit,
  planText,
  planWholeConfig,
  UNTOUCHED_CLIP,
} from './mix-plans.ts';
export { DOCUMENT_ACTS_MAX, DocumentAct, DocumentPerson, DocumentPlace, HistoryEntry } from './document.ts';
export * from './agent-brief.ts';
export * from './agent-row.ts';
export { type Batch, batchKind, batchOf, batchRowsOf, planBatch } from './agent-kind.ts';
export { AgentBatchCard, AgentCard, AgentKeyword, AgentProject, AgentRule, BATCH_STATUSES } from './agent.ts';
export {
  Admission,
  AgentBatch,
  AgentCheck,
  AgentDifference,
  AgentFinding,
  AgentLook,
  AgentOutcome,
  LOOK_KINDS,
} from './agent-batch.ts';
export { AgentAsk, AgentAskTold } from './agent-ask.ts';
export { COVER_RATIOS, PlannedPost, PostChange } from './agent-post.ts';
export { AgentRun, AgentStep, RUN_LIMITS } from './agent-run.ts';
export * from './animate.ts';
export * from './box.ts';
export * from './clean.ts';
export * from './face.ts';
export * from './generate.ts';
export * from './picture.ts';
export * from './sheet.ts';
export { AnalysisInfo, SeenPerson } from './analysis.ts';
export { Clip, LOOK_SIDE_MAX, SEARCH_SORTS, SearchReason } from './search.ts';
export {
  SHARE_EXPIRIES,
  SHARE_ITEMS_MAX,
  SHARE_KINDS,
  SHARE_QUALITIES,
  Share,
  SharedBoard,
  SharedDir,
  SharedItem,
} from './share.ts';
export { SKU_PICTURES, SKU_STATUSES, SkuHit, SkuMark } from './sku.ts';
export {
  cleanDirName,
  cleanFileName,
  DIR_NAME_MAX,
  DirName,
  dirsOfPath,
  MATERIAL_NAME_MAX,
  nameOfCopy,
  nameOfFile,
  numberedName,
} from './file-name.ts';
export { namesByRule, VIDEO_NAME_MAX } from './name-rule.ts';
export {
  IMAGE_PIXELS_MAX,
  IMAGE_SIDE_MAX,
  SAME_NAME_CHOICES,
  type SameNameChoice,
  UPLOAD_BYTES_MAX,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_KEEP_DAYS,
  UPLOAD_STATUSES,
  UPLOADS_AT_ONCE,
  UploadRecord,
  type UploadStatus,
  VIDEO_SECONDS_MAX,
} from './upload.ts';
export {
  acceptedText,
  extensionOf,
  extensionsText,
  KIND_NAMES,
  kindOf,
  type MediaKind,
  pageLinkProblem,
} from './media-kind.ts';
export { Client, PLATFORM_NAMES, Project, SKU_TYPES, SameName, SkuType, TARGET_PLATFORMS } from './project.ts';
export { IMAGE_PROXY_BYTES_MAX } from './proxy.ts';
export {
  Alarm,
  CountReport,
  REPORT_BYTES_MAX,
  REPORT_TYPES,
  ReportData,
  type ReportType,
  RequestReport,
  ScreenSize,
  UsageReport,
  ValueReport,
} from './report.ts';
export { PageLink, siteAddress } from './site-address.ts';
export { AppConfig, ProjectConfig, ReportConfig } from './start.ts';
export * from './task.ts';
export { SpaceInfo, TeamInfo } from './team.ts';
export { PersonalToken, SCOPE_WORDS, TOKEN_DAYS, TOKENS_MAX } from './token.ts';
export { Ability, Engine, EngineWorkflow, Pack, PACK_STATES, Usage } from './ai.ts';
export {
  AI_MARK_PLACES,
  AiAudio,
  AUDIO_FILE_BYTES_MAX,
  AUDIO_FORMATS,
  AUDIO_LINE_CHARACTERS_MAX,
  AUDIO_LINES_MAX,
  AUDIO_STATUSES,
  AudioCard,
  AudioLine,
  AudioMusic,
  SPLIT_RULES,
} from './audio.ts';
export { Music, MUSIC_BYTES_MAX, MUSIC_LICENCES, MusicLicence, PlatformMusic } from './music.ts';
export {
  Pronunciation,
  Speech,
  SPEECH_CHARACTERS_MAX,
  SPEECH_FORMATS,
  SpeechSettings,
  SpokenWord,
  Voice,
  VOICE_GENDERS,
} from './voice.ts';
export { ARTWORKS_AT_ONCE, Artwork, ArtworkChange, ArtworkComment, ArtworkDir, FoundArtwork } from './artwork.ts';
export { ArtworkFilter, REVIEW_STATES, type ReviewState } from './dir-rule.ts';
export {
  CHECKBOX_COLOURS,
  Checkbox,
  DeletedDir,
  DIR_DEPTH_MAX,
  DIR_NOUNS,
  Dir,
  type DirKind,
  DIRS_MAX,
  type DirTree,
} from './dir.ts';
export { Delivery } from './download.ts';
export {
  DRAFTS_AT_ONCE,
  DRAFT_FORMATS,
  DRAFT_PROFILES,
  DraftMarkers,
  DraftSetting,
  type DraftFormat,
  type DraftProfile,
} from './draft.ts';
export { Fact, FACT_KINDS, FACT_PROBLEMS_MAX, type FactKind, FactProblem, FACTS_MAX } from './fact.ts';
export { FactAcceptance, factRecords, type FactSheet, factSheetOf, TITLE_PLACE } from './fact-kind.ts';
export { TABOO_EXCEPTIONS_MAX, TABOO_FOUND_MAX, TabooException } from './taboo.ts';
export { GLOSSARY_MAX, GlossaryTerm, Language, TRANSLATED_AT_ONCE } from './language.ts';
export { type LinkedCopy, Passage } from './translation.ts';
export { TABOO_CATEGORIES, type TabooCategory } from './taboo-rule.ts';
export { LABEL_CLAUSE, LABEL_LOG_LINES_MAX, LabelDuty, LabelLogLine } from './label.ts';
export {
  DEFAULT_LIKENESS,
  HISTORY_DAYS_MAX,
  LIKENESS_AT_ONCE,
  LIKENESS_CHANGES,
  LIKENESS_KINDS,
  LikenessProposal,
  LikenessReport,
  LikenessSetting,
  type LikenessChange,
} from './likeness.ts';
export { Timeline, TimelineCaption, TimelineCut, TimelineMusic, TimelineVoice } from './timeline.ts';
export {
  Candidate,
  CANDIDATE_STATUSES,
  ClipPick,
  EXPORT_STATUSES,
  ExportProblem,
  ExportVideo,
  CandidatePair,
  type ChangedCandidate,
  type PlannedVideo,
  Preview,
  ProblemFix,
  VideoFactors,
} from './candidate.ts';
export { CaptionLayout, CaptionPreset, Font, LookFilter, NamedPosition } from './caption.ts';
export {
  CLIP_POOLS,
  CLIPS_MAX,
  ClipSettings,
  ClipSource,
  damageWithin,
  damageWords,
  LINE_CHARACTERS_MAX,
  MIX_STATUSES,
  MixProject,
  Narration,
  Script,
  SCRIPTS_MAX,
  Shooting,
  SHOOTINGS_MAX,
  TemplateLayer,
  TypedCaption,
  VideoClip,
} from './mix-document.ts';
export { MixCard, MixChange } from './mix.ts';
export * from './mix-config.ts';
export * from './mix-vary.ts';
export { applyTemplate, Template, TEMPLATE_TYPES } from './template.ts';
