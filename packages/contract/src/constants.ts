/** The business constants of the product, in one place for browser and server. Times in milliseconds. */
export const CODE_OK = 0;
export const CODE_UNAUTHORIZED = 401;
export const CODE_NO_PRIVILEGE = 20001;

export const MATERIAL_COUNT_PAGE_SIZE = 100;

/** What can be uploaded: the one list that pages, server and the description of the API take their words from. */
export const EXTENSIONS = {
  video: ['.mp4', '.f4v', '.mkv', '.mov', '.m4v', '.webm', '.avi', '.wmv', '.flv', '.ts'],
  image: ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.heic', '.avif'],
  audio: ['.mp3', '.m4a', '.wav', '.aac', '.ogg', '.flac', '.ape', '.alac', '.opus'],
} as const;
export const IMAGE_BYTES_MAX = 10_000_000;

export const TOAST_MS = 3000;
export const TOAST_OFFSET_PX = 16;
export const LOADING_CLOSE_DELAY_MS = 400;
export const BASE_Z_INDEX = 2000;
export const BADGE_MAX = 99;
export const ERROR_TOAST_DEBOUNCE_MS = 0;
export const SAME_CODE_POLL_MS = 500;
export const THROTTLE_MS = 500;
export const DEBOUNCE_MS = 500;
export const POLL_MS = 2000;

export const STREAM_HEARTBEAT_TIMEOUT_MS = 45_000;
export const STREAM_KEEPALIVE_MS = 15_000;
export const STREAM_RECONNECT_MS = 1000;
export const STREAM_RECONNECT_MAX_MS = 18_000_000;

export const ANALYTICS_SDK_VERSION = '1.0.7';
export const APP_VERSION = '1.6.5';
export const REPORTS_IN_FLIGHT = 4;
export const SCROLL_DEBOUNCE_MS = 1000;
export const MONITORING_SDK_VERSION = '1.0.3';
export const MONITORING_ENVIRONMENT = 'prod';

export const UNKNOWN_KEY_MESSAGE = '请求地址 key 设置错误';

export const TOKEN_HEADERS = ['authorization', 'access-token', 'token'] as const;
export const REQUEST_ID_HEADER = 'x-request-id';
