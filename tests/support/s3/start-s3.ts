import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../../../api/features/files/settings'
import { freePort } from '../free-port'
import { runNode } from '../run-process'
import type { RunningProcess } from '../run-process'
import { waitUntil } from '../wait-until'
import { openSignatureGate } from './signature-gate'
import type { SignatureGate } from './signature-gate'

export const S3_BUCKET = 'membership'

/** A fake S3 server in its own process, behind a gate that checks signatures and digests. */
export interface S3Server {
  settings: S3Settings
  /** Settings for a server process. */
  env: Record<string, string>
  /** Folder of its bucket. */
  folder: string
  /** Keys of all objects, read from disk. */
  keys(): string[]
  /** Deletes all objects. */
  empty(): void
  kill(): Promise<void>
  /** Restarts it on the same port and data. */
  start(): Promise<void>
  /** Pending requests. */
  underWay(): number
  /** Accepts connections, but never responds. */
  freeze(): void
  thaw(): void
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** File ending of objects in `folder`. */
export const OBJECT_SUFFIX = '.object'

export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'membership-s3-'))
  const [port, behind] = [await freePort(), await freePort()]
  const endpoint = `http://127.0.0.1:${port}`
  const key = { accessKeyId: 'TESTKEY', secretAccessKey: 'TESTSECRET' }
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
  runNode(['tests/support/s3/s3-server.mjs', folder, String(port), S3_BUCKET])

const keysIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(OBJECT_SUFFIX))
    .map((path) => path.slice(0, -OBJECT_SUFFIX.length))
    .toSorted()
