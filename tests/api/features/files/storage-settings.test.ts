import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../../../api/config'

const SECRET = 'wJalrXUtnFEMI-a-secret'
const key = { S3_ACCESS_KEY_ID: 'AKIAEXAMPLE', S3_SECRET_ACCESS_KEY: SECRET }
const bucket = { S3_BUCKET: 'member-files', ...key }
const read = (env: Record<string, string>) => readConfig(env).storage

describe('files of members are kept', () => {
  it('in DATA_DIR where nothing else is said', () => expect(read({})).toEqual({ folder: null, s3: null }))

  it('in STORAGE_FOLDER, whose path is made absolute', () =>
    expect(read({ STORAGE_FOLDER: 'shared/files' })).toEqual({ folder: resolve('shared/files'), s3: null }))

  it('in a bucket of Amazon, by its region', () =>
    expect(read({ ...bucket, S3_REGION: 'eu-central-1' }).s3).toEqual({
      bucket: 'member-files',
      endpoint: null,
      region: 'eu-central-1',
      accessKeyId: 'AKIAEXAMPLE',
      secretAccessKey: SECRET,
      forcePathStyle: false,
      prefix: '',
    }))

  it('in a bucket of another service, named by path and in any region unless it is said', () => {
    const s3 = { ...bucket, S3_ENDPOINT: 'http://minio:9000' }
    expect(read(s3).s3).toMatchObject({ endpoint: 'http://minio:9000', region: 'us-east-1', forcePathStyle: true })
    const asHost = { ...s3, S3_FORCE_PATH_STYLE: 'false', S3_REGION: 'auto', S3_ENDPOINT: 'https://s3.example.com/' }
    expect(read(asHost).s3).toMatchObject({ region: 'auto', forcePathStyle: false })
  })

  it.each([
    ['members', 'members/'],
    ['members/', 'members/'],
    ['a/b-c/v1.2', 'a/b-c/v1.2/'],
  ])('behind the prefix %s', (given, prefix) =>
    expect(read({ ...bucket, S3_REGION: 'eu-west-1', S3_PREFIX: given }).s3?.prefix).toBe(prefix),
  )
})

describe('a start is refused', () => {
  const region = { S3_REGION: 'eu-central-1' }
  it.each([
    ['with two places', { ...bucket, ...region, STORAGE_FOLDER: '/mnt' }, 'STORAGE_FOLDER and S3_BUCKET are both set.'],
    ['with a key and no bucket', key, 'S3_ACCESS_KEY_ID is set without S3_BUCKET.'],
    ['with an endpoint and no bucket', { S3_ENDPOINT: 'http://minio:9000' }, 'S3_ENDPOINT is set without S3_BUCKET.'],
    ['without a key', { S3_BUCKET: 'files', ...region }, 'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'],
    ['without a place', bucket, 'S3_BUCKET needs S3_REGION or'],
    ['with an address for a bucket', { ...bucket, S3_BUCKET: 's3://files', ...region }, 'S3_BUCKET must be'],
    ['with a wrong region', { ...bucket, S3_REGION: 'Frankfurt (eu)' }, 'S3_REGION must be'],
    ['with a wrong style', { ...bucket, ...region, S3_FORCE_PATH_STYLE: 'yes' }, 'S3_FORCE_PATH_STYLE must be'],
    ['with a prefix of dots', { ...bucket, ...region, S3_PREFIX: '../other' }, 'S3_PREFIX must look like'],
    ['with a prefix from the root', { ...bucket, ...region, S3_PREFIX: '/files' }, 'S3_PREFIX must look like'],
    ['with an endpoint without a scheme', { ...bucket, S3_ENDPOINT: 'minio:9000' }, 'S3_ENDPOINT must be'],
    [
      'with the bucket in the endpoint',
      { ...bucket, S3_ENDPOINT: 'https://s3.example.com/files' },
      'S3_ENDPOINT must be',
    ],
    [
      'with a password in the endpoint',
      { ...bucket, S3_ENDPOINT: `https://me:${SECRET}@s3.example.com` },
      'S3_ENDPOINT must be',
    ],
    [
      'with spaces in the secret',
      { ...bucket, ...region, S3_SECRET_ACCESS_KEY: `${SECRET} x` },
      'must not contain spaces',
    ],
  ])('%s, in one line without a secret', (_, env, message) => {
    const attempt = () => readConfig(env)
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(message)
    expect(attempt).not.toThrow(SECRET)
    expect(attempt).not.toThrow('\n')
  })
})
