import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ConfigError, type S3Config } from '#config.ts';

/** Viewers of slow connections hold theirs for long; uploads must not wait for them. */
const SOCKETS = 500;

/** A client for the bucket, through the inner address or the one that browsers use. */
export function createS3Client(config: S3Config, endpoint: string | null, maxAttempts: number): S3Client {
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  return new S3Client({
    region: config.region,
    ...(endpoint && { endpoint }),
    ...(config.credentials && { credentials: config.credentials }),
    forcePathStyle: config.forcePathStyle,
    // Many stores that speak S3 do not know the newer checksums and refuse requests that carry them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000, httpAgent: agent, httpsAgent: agent },
  });
}

/** Asks for one key, which shows all that can be wrong with the settings: HEAD would answer without saying why. */
export async function checkBucket(client: S3Client, { bucket, endpoint }: S3Config): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
  } catch (cause) {
    throw new ConfigError(explain(cause as Error, bucket, endpoint ?? 'AWS'), { cause });
  }
}

function explain(error: Error, bucket: string, endpoint: string): string {
  switch (error.name) {
    case 'NoSuchBucket':
      return `S3 存储桶 ${bucket} 不存在，请先创建它，或检查 S3_BUCKET`;
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'CredentialsProviderError':
      return 'S3 不接受这组密钥，请检查 S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY';
    case 'AccessDenied':
      return `S3 密钥没有存储桶 ${bucket} 的权限，请授予读、写、列出和删除权限`;
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return `S3 存储桶 ${bucket} 不在这个区域，请检查 S3_REGION 和 S3_ENDPOINT`;
    case 'RequestTimeTooSkewed':
      return '本机时间与 S3 服务相差太多，请校准系统时间';
    default:
      return `无法使用 S3 服务（${endpoint}）：${error.message || error.name}，请检查 S3_ENDPOINT 和网络`;
  }
}
