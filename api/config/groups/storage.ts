import { TRUE_FALSE } from '../../features/files/settings'
import type { SettingGroup } from '../../lib/settings'

export const storage = {
  title: 'Data',
  about: 'What must survive a restart, and belongs into the backup.',
  settings: [
    {
      name: 'DATA_DIR',
      meaning:
        'The folder of the database, the pictures and uploads of members, and the signing keys, where these are files.',
      shape: { is: 'text', like: 'a path' },
      default: { value: './data' },
      isSecret: false,
      example: '/var/lib/membership',
    },
    {
      name: 'DATABASE_URL',
      meaning: 'A PostgreSQL database in place of the SQLite file in DATA_DIR; signing keys are then kept in it too.',
      shape: { is: 'text', like: 'postgres://user:password@host:5432/database' },
      default: { none: 'SQLite in DATA_DIR' },
      isSecret: true,
      example: 'postgres://membership:secret@localhost:5432/membership',
    },
    {
      name: 'REDIS_URL',
      meaning:
        'A Redis or Valkey server that counts limits for all processes, in place of PostgreSQL ([scaling](scaling.md)).',
      shape: { is: 'text', like: 'redis://user:password@host:6379/0' },
      default: { none: 'PostgreSQL with DATABASE_URL, else memory' },
      isSecret: true,
      example: 'rediss://membership:secret@redis.example.com:6380/0',
    },
    {
      name: 'STORAGE_FOLDER',
      meaning:
        'A folder for the pictures and uploads of members in place of DATA_DIR, on storage that all machines share ([storage](storage.md)).',
      shape: { is: 'text', like: 'a path' },
      default: { none: 'DATA_DIR' },
      isSecret: false,
      example: '/mnt/membership',
    },
    {
      name: 'STORAGE_LIVE_MAX_MB',
      meaning:
        'What the members of one app store together in live mode, rows and files, in megabytes. Accounts without a verified email have a tenth of it ([storage](storage.md#limits)).',
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
      name: 'S3_BUCKET',
      meaning:
        'A bucket for the pictures and uploads of members in place of a folder ([storage](storage.md)). The bucket must be there; the settings below belong to it.',
      shape: { is: 'text', like: 'the name of a bucket' },
      default: { none: 'a folder' },
      isSecret: false,
      example: 'membership-files',
    },
    {
      name: 'S3_ENDPOINT',
      meaning: 'The address of a service that speaks S3.',
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
      meaning: 'The name of the key that may list, read, write and delete objects of the bucket.',
      shape: { is: 'text', like: 'a key id' },
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
      meaning: 'Whether the bucket stands in the path of an address (`true`) or in its host name (`false`).',
      shape: { is: 'choice', of: TRUE_FALSE },
      default: { none: '`true` with S3_ENDPOINT, else `false`' },
      isSecret: false,
      example: 'false',
    },
    {
      name: 'S3_PREFIX',
      meaning: 'What the keys of all objects begin with, for a bucket that holds other things, too.',
      shape: { is: 'text', like: 'letters, digits, `-`, `.` and single slashes' },
      default: { none: 'nothing' },
      isSecret: false,
      example: 'membership/',
    },
  ],
} as const satisfies SettingGroup
