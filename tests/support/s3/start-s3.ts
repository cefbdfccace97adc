import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../../../api/domain/files/storage-settings'
import { freePort } from '../free-port'
import { runNode } from '../run-process'
import type { RunningProcess } from '../run-process'
import { waitUntil } from '../wait-until'
import { openSignatureGate } from './signature-gate'
import type { SignatureGate } from './signature-gate'

export const S3_BUCKET = 'membership'

/** A real service that speaks S3, as a process of its own, behind a gate that checks signatures. */
export interface S3Server {
  settings: S3Settings
  /** The same for a process of ours. */
  env: Record<string, string>
  /** Where its bucket lies on the disk. */
  folder: string
  /** Keys of all objects, by looking at the disk. */
  keys(): string[]
  /** Deletes all objects. */
  empty(): void
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Requests that it has not answered yet. */
  underWay(): number
  /** It goes on taking connections, and answers nothing. */
  freeze(): void
  thaw(): void
  /** Ends it and deletes its data. */
  remove(): Promise<void>
}

const SUFFIX = '._S3rver_object'

export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'membership-s3-'))
  const [port, behind] = [await freePort(), await freePort()]
  const endpoint = `http://127.0.0.1:${port}`
  const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  let server: RunningProcess
  let gate: SignatureGate
  const start = async (): Promise<void> => {
    server = run(folder, behind)
    await waitUntil('the S3 service answers', async () => {
      if (server.child.exitCode !== null) throw new Error(`The S3 service did not start:\n${server.output()}`)
      return fetch(`http://127.0.0.1:${behind}`).then(
        () => true,
        () => false,
      )
    })
    gate = await openSignatureGate({ port, behind, ...key })
  }
  await start()
  const kill = async (): Promise<void> => {
    server.child.kill('SIGKILL')
    await Promise.all([server.ended, gate.close()])
  }
  const settings = {
    bucket: S3_BUCKET,
    endpoint,
    region: 'us-east-1',
    ...key,
    forcePathStyle: true,
    prefix: '',
  }
  return {
    settings,
    env: {
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    folder: join(folder, S3_BUCKET),
    keys: () => keysIn(join(folder, S3_BUCKET)),
    empty() {
      for (const entry of readdirSync(join(folder, S3_BUCKET)))
        rmSync(join(folder, S3_BUCKET, entry), { recursive: true, force: true })
    },
    kill,
    start,
    underWay: () => gate.underWay(),
    freeze: () => void server.child.kill('SIGSTOP'),
    thaw: () => void server.child.kill('SIGCONT'),
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const run = (folder: string, port: number): RunningProcess =>
  runNode([
    // The marks with which it goes through long lists are made by a cipher that is old.
    '--openssl-legacy-provider',
    '--no-deprecation',
    'node_modules/s3rver/bin/s3rver.js',
    '--directory',
    folder,
    '--address',
    '127.0.0.1',
    '--port',
    String(port),
    '--silent',
    '--no-vhost-buckets',
    '--configure-bucket',
    S3_BUCKET,
  ])

const keysIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => path.slice(0, -SUFFIX.length))
    .toSorted()
