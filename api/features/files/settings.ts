import { resolve } from 'node:path'
import { parseUrl } from '../../../contract/parse-url'

/** Files are in a bucket, in a shared folder, or, if both are null, in `DATA_DIR`. */
export interface StorageSettings {
  /** Absolute path. */
  folder: string | null
  s3: S3Settings | null
}

export interface S3Settings {
  bucket: string
  /** URL of the service; null: Amazon's in that region. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket is in the path of URLs, not in the host name. */
  forcePathStyle: boolean
  /** Prefix of every key; empty or with a slash at its end. */
  prefix: string
}

type Read = (name: string) => string | undefined

/** Services with a single region use this name. */
const DEFAULT_REGION = 'us-east-1'
/** Settings that need a bucket. */
const BESIDE_BUCKET = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
  'S3_PREFIX',
] as const
export const TRUE_FALSE = ['true', 'false'] as const

/**
 * Reads the settings from the environment.
 * @param read returns a variable's value, undefined when it is not set
 * @returns the settings, or a sentence about the first invalid one, without values that may be secret
 */
export function readStorage(read: Read): StorageSettings | string {
  const [folder, bucket] = [read('STORAGE_FOLDER'), read('S3_BUCKET')]
  if (bucket === undefined) {
    const lost = BESIDE_BUCKET.find((name) => read(name) !== undefined)
    if (lost !== undefined) return `${lost} is set without S3_BUCKET. Name the bucket, or leave it out.`
    return { folder: folder === undefined ? null : resolve(folder), s3: null }
  }
  if (folder !== undefined) return 'STORAGE_FOLDER and S3_BUCKET are both set. Choose one place for files.'
  const s3 = readS3(read, bucket)
  return typeof s3 === 'string' ? s3 : { folder: null, s3 }
}

function readS3(read: Read, bucket: string): S3Settings | string {
  const [accessKeyId, secretAccessKey] = [read('S3_ACCESS_KEY_ID'), read('S3_SECRET_ACCESS_KEY')]
  if (!/^[a-z\d][a-z\d._-]{1,61}[a-z\d]$/iu.test(bucket))
    return `S3_BUCKET must be the name of a bucket alone, not ${JSON.stringify(bucket)}.`
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return 'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'
  if (/\s/u.test(accessKeyId + secretAccessKey))
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have no spaces in them.'
  const place = readPlace(read)
  if (typeof place === 'string') return place
  const style = read('S3_FORCE_PATH_STYLE')
  // Bucket names as host names need DNS and certificates that few self-hosted services have.
  const forcePathStyle = style === undefined ? place.endpoint !== null : style === 'true'
  if (style !== undefined && !TRUE_FALSE.some((one) => one === style))
    return `S3_FORCE_PATH_STYLE must be true or false, not ${JSON.stringify(style)}.`
  const prefix = readPrefix(read('S3_PREFIX') ?? '')
  if (prefix === null)
    return 'S3_PREFIX must look like membership/files: letters, digits, hyphens, dots, one slash at a time.'
  return { bucket, ...place, accessKeyId, secretAccessKey, forcePathStyle, prefix }
}

/** Errors do not repeat the URL: it may contain a password. */
function readPlace(read: Read): Pick<S3Settings, 'endpoint' | 'region'> | string {
  const [endpoint = null, region] = [read('S3_ENDPOINT'), read('S3_REGION')]
  if (endpoint !== null && !isAddress(endpoint))
    return 'S3_ENDPOINT must be an http or https address such as https://s3.example.com, without a user, a bucket or a query.'
  if (endpoint === null && region === undefined)
    return 'S3_BUCKET needs S3_REGION or, where it is not Amazon’s, S3_ENDPOINT.'
  if (region !== undefined && !/^[a-z\d-]{2,40}$/iu.test(region))
    return `S3_REGION must be the name of a region such as eu-central-1, not ${JSON.stringify(region)}.`
  return { endpoint, region: region ?? DEFAULT_REGION }
}

function isAddress(value: string): boolean {
  const url = parseUrl(value)
  return (
    url !== null &&
    /^https?:$/u.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === '' &&
    url.pathname === '/'
  )
}

/** Null for a prefix that tools could interpret differently. */
function readPrefix(value: string): string | null {
  const parts = value.replace(/\/$/u, '').split('/')
  if (value === '') return ''
  const usable = parts.every((part) => /^[\w.-]{1,64}$/u.test(part) && !/^\.+$/u.test(part))
  return usable && value.length <= 200 ? `${parts.join('/')}/` : null
}
