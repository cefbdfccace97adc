import { parseUrl } from '../../../contract/parse-url'
import { resolve } from 'node:path'

/** Where files of members are kept: in a bucket, in a shared folder, or, where both are null, in `DATA_DIR`. */
export interface StorageSettings {
  /** Absolute. */
  folder: string | null
  s3: S3Settings | null
}

/** A bucket of a service that speaks S3. */
export interface S3Settings {
  bucket: string
  /** Address of the service; null: Amazon's in that region. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket stands in the path of an address, and not in its host name. */
  forcePathStyle: boolean
  /** What every key begins with; empty or with a slash at its end. */
  prefix: string
}

type Read = (name: string) => string | undefined

/** Where a service has one region only, it answers to this name. */
const DEFAULT_REGION = 'us-east-1'
/** What is nothing without a bucket. */
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
 * Where the environment has files kept.
 * @param read a variable's value, undefined when it is not set
 * @returns a sentence about the first thing that cannot be meant; it repeats no value that may be a secret
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
  // Names of buckets as hosts need DNS and certificates that few have who run such a service themselves.
  const forcePathStyle = style === undefined ? place.endpoint !== null : style === 'true'
  if (style !== undefined && !TRUE_FALSE.some((one) => one === style))
    return `S3_FORCE_PATH_STYLE must be true or false, not ${JSON.stringify(style)}.`
  const prefix = readPrefix(read('S3_PREFIX') ?? '')
  if (prefix === null)
    return 'S3_PREFIX must look like membership/files: letters, digits, hyphens, dots, one slash at a time.'
  return { bucket, ...place, accessKeyId, secretAccessKey, forcePathStyle, prefix }
}

/** The address is not repeated: somebody may have put a password into it. */
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

/** Null for what would make keys that tools read in another way. */
function readPrefix(value: string): string | null {
  const parts = value.replace(/\/$/u, '').split('/')
  if (value === '') return ''
  const usable = parts.every((part) => /^[\w.-]{1,64}$/u.test(part) && !/^\.+$/u.test(part))
  return usable && value.length <= 200 ? `${parts.join('/')}/` : null
}
