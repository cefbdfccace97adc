import { resolve } from 'node:path'
import { parseUrl } from '../../../contract/parse-url'
import { ON_OFF, type Setting } from '../../lib/settings'

/** A bucket, a shared folder, or if both are null, `DATA_DIR`. */
export interface StorageSettings {
  /** Absolute path. */
  folder: string | null
  s3: S3Settings | null
}

export interface S3Settings {
  bucket: string
  /** Null: Amazon's endpoint of the region. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Bucket in the URL's path instead of the host name. */
  forcePathStyle: boolean
  /** Prefix of every key; empty or with a trailing slash. */
  prefix: string
}

type Read = (name: string) => string | undefined

/** Used by services with a single region. */
const DEFAULT_REGION = 'us-east-1'
const BESIDE_BUCKET = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
  'S3_PREFIX',
] as const
const TRUE_FALSE = ['true', 'false'] as const

/**
 * @param read returns a variable's value, undefined when it is not set
 * @returns the settings, or a sentence about the first invalid one, without values that may be secret
 */
export function readStorage(read: Read): StorageSettings | string {
  const [folder, bucket] = [read('STORAGE_FOLDER'), read('S3_BUCKET')]
  if (bucket === undefined) {
    const lost = BESIDE_BUCKET.find((name) => read(name) !== undefined)
    if (lost !== undefined) return `${lost} is set without S3_BUCKET. Set the bucket, or remove ${lost}.`
    return { folder: folder === undefined ? null : resolve(folder), s3: null }
  }
  if (folder !== undefined) return 'STORAGE_FOLDER and S3_BUCKET are both set. Choose one place for files.'
  const s3 = readS3(read, bucket)
  return typeof s3 === 'string' ? s3 : { folder: null, s3 }
}

function readS3(read: Read, bucket: string): S3Settings | string {
  const [accessKeyId, secretAccessKey] = [read('S3_ACCESS_KEY_ID'), read('S3_SECRET_ACCESS_KEY')]
  if (!/^[a-z\d][a-z\d._-]{1,61}[a-z\d]$/iu.test(bucket))
    return `S3_BUCKET must be only the name of a bucket, not ${JSON.stringify(bucket)}.`
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return 'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'
  if (/\s/u.test(accessKeyId + secretAccessKey))
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must not contain spaces.'
  const place = readPlace(read)
  if (typeof place === 'string') return place
  const style = read('S3_FORCE_PATH_STYLE')
  // Bucket names as host names need DNS and certificates that few self-hosted services have.
  const forcePathStyle = style === undefined ? place.endpoint !== null : style === 'true'
  if (style !== undefined && !TRUE_FALSE.some((one) => one === style))
    return `S3_FORCE_PATH_STYLE must be true or false, not ${JSON.stringify(style)}.`
  const prefix = readPrefix(read('S3_PREFIX') ?? '')
  if (prefix === null)
    return 'S3_PREFIX must look like membership/files: letters, digits, hyphens, dots and single slashes.'
  return { bucket, ...place, accessKeyId, secretAccessKey, forcePathStyle, prefix }
}

/** Errors do not repeat the URL: it may contain a password. */
function readPlace(read: Read): Pick<S3Settings, 'endpoint' | 'region'> | string {
  const [endpoint = null, region] = [read('S3_ENDPOINT'), read('S3_REGION')]
  if (endpoint !== null && !isPlainUrl(endpoint))
    return 'S3_ENDPOINT must be an http or https URL such as https://s3.example.com, without a user, a bucket or a query.'
  if (endpoint === null && region === undefined)
    return 'S3_BUCKET needs S3_REGION or, with another service than Amazon S3, S3_ENDPOINT.'
  if (region !== undefined && !/^[a-z\d-]{2,40}$/iu.test(region))
    return `S3_REGION must be a region name such as eu-central-1, not ${JSON.stringify(region)}.`
  return { endpoint, region: region ?? DEFAULT_REGION }
}

function isPlainUrl(value: string): boolean {
  const url = parseUrl(value)
  return (
    url !== null &&
    /^https?:$/u.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === '' &&
    url.pathname === '/'
  )
}

/** Null for a prefix that tools may interpret differently. */
function readPrefix(value: string): string | null {
  const parts = value.replace(/\/$/u, '').split('/')
  if (value === '') return ''
  const usable = parts.every((part) => /^[\w.-]{1,64}$/u.test(part) && !/^\.+$/u.test(part))
  return usable && value.length <= 200 ? `${parts.join('/')}/` : null
}

export const fileSettings = [
  {
    name: 'STORAGE_FOLDER',
    meaning:
      'A folder for the images and uploads of members instead of DATA_DIR, on storage that all machines share ([storage](storage.md)).',
    shape: { is: 'text', like: 'a path' },
    default: { none: 'DATA_DIR' },
    isSecret: false,
    example: '/mnt/membership',
  },
  {
    name: 'STORAGE_LIVE_MAX_MB',
    meaning:
      'How much the members of one app can store together in live mode, rows and files, in megabytes. Accounts without a verified email share a tenth of it ([storage](storage.md#limits)).',
    shape: { is: 'integer', from: 100, to: 999_999 },
    default: { value: '100000' },
    isSecret: false,
    example: '500000',
  },
  {
    name: 'STORAGE_TEST_MAX_MB',
    meaning: 'The same for Test Mode.',
    shape: { is: 'integer', from: 100, to: 999_999 },
    default: { value: '5000' },
    isSecret: false,
    example: '2000',
  },
  {
    name: 'DISK_RESERVE',
    meaning:
      'Whether members’ uploads and then their other writes stop before the disk is full ([storage](storage.md#limits)). `off` is for tests; production refuses it.',
    shape: { is: 'choice', of: ON_OFF },
    default: { value: 'on' },
    isSecret: false,
    example: 'off',
  },
  {
    name: 'S3_BUCKET',
    meaning:
      'A bucket for the images and uploads of members instead of a folder ([storage](storage.md)). The bucket must exist; the settings below belong to it.',
    shape: { is: 'text', like: 'the name of a bucket' },
    default: { none: 'a folder' },
    isSecret: false,
    example: 'membership-files',
  },
  {
    name: 'S3_ENDPOINT',
    meaning: 'The URL of an S3-compatible service.',
    shape: { is: 'origin' },
    default: { none: 'Amazon’s, in S3_REGION' },
    isSecret: false,
    example: 'https://s3.example.com',
  },
  {
    name: 'S3_REGION',
    meaning: 'The region of the bucket. Required without S3_ENDPOINT.',
    shape: { is: 'text', like: 'the name of a region' },
    default: { value: 'us-east-1' },
    isSecret: false,
    example: 'eu-central-1',
  },
  {
    name: 'S3_ACCESS_KEY_ID',
    meaning: 'The ID of a key that can list, read, write and delete objects of the bucket.',
    shape: { is: 'text', like: 'a key ID' },
    default: { none: 'required with S3_BUCKET' },
    isSecret: false,
    example: 'AKIAIOSFODNN7EXAMPLE',
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    meaning: 'The secret of that key.',
    shape: { is: 'text', like: 'a secret' },
    default: { none: 'required with S3_BUCKET' },
    isSecret: true,
    example: 'wJalrXUtnFEMI/…',
  },
  {
    name: 'S3_FORCE_PATH_STYLE',
    meaning: 'Whether the bucket is in the path of a URL (`true`) or in its host name (`false`).',
    shape: { is: 'choice', of: TRUE_FALSE },
    default: { none: '`true` with S3_ENDPOINT, else `false`' },
    isSecret: false,
    example: 'false',
  },
  {
    name: 'S3_PREFIX',
    meaning: 'A prefix of all object keys, for a bucket with other content.',
    shape: { is: 'text', like: 'letters, digits, `-`, `.` and single slashes' },
    default: { none: 'nothing' },
    isSecret: false,
    example: 'membership/',
  },
] as const satisfies readonly Setting[]
