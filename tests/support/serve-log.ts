import { sha256 } from '@noble/hashes/sha2.js'
import { join } from 'node:path'
import { Hono } from 'hono'
import { pino } from 'pino'
import { toHex, toUtf8 } from '../../contract/bytes'
import { leafHashOf, logEntry, statusEntry } from '../../contract/credential/log-entry'
import { logOrigin, proofPaths } from '../../contract/proof-paths'
import { createFileKeys } from '../../api/features/credentials/keys'
import { createIssuer } from '../../api/features/credentials/issuer'
import { appendEntry } from '../../api/features/transparency-log/tree'
import { digestOfIndexes, encodeBits } from '../../api/features/credentials/status-list'
import type { AppEnv } from '../../api/http/request'
import { listen } from '../../api/http/server'
import { respondError } from '../../api/http/responses'
import { bindLogs } from '../../api/features/transparency-log/routes'
import type { Issuer } from '../../api/features/credentials/issuer'
import { openDatabaseWithApps } from './database-with-apps'
import { fillLog, plainRoot } from './filled-log'
import { tempFolder } from './temp-folder'

/** Responds instead of the log; null leaves the real response. @param path below the log */
export type Tamper = (path: string, own: () => Promise<Response>) => Promise<Response> | Response | null

/** Appending one after the other signs a checkpoint for each. */
const MANY = 20

const LOG_PATH = `${proofPaths.live.log}/`

export type ServedLog = Awaited<ReturnType<typeof serveLog>>

export const anIssuer = (): Promise<Issuer> =>
  createIssuer({ origin: 'https://trusttag.example', keys: createFileKeys(tempFolder()), now: () => 0 })

/**
 * The live log over real HTTP. Responses can be tampered with, and the log can be replaced. Call `close` when done.
 */
export async function serveLog() {
  const issuer = await anIssuer()
  const store = await openDatabaseWithApps({ file: join(tempFolder(), 'log.db') })
  let tamper: Tamper = () => null
  /** Fills an empty log with many entries at once. */
  const append = (...numbers: number[]): Promise<void> =>
    store.transaction(async (tx) => {
      if (numbers.length > MANY && (await tx.log.head('live')) === null) {
        const entries = numbers.map(anEntry)
        const tree = { size: entries.length, root: plainRoot(entries.map(leafHashOf)) }
        return fillLog(tx, entries, await issuer.signCheckpoint('live', tree), 'live')
      }
      for (const number of numbers) await appendEntry(tx, { issuer }, 'live', anEntry(number))
    })
  const statusFiles = new Map<string, string>()
  /** Logs a version of list 1 and serves its files: indexes by version, newest last. */
  async function logList(...versions: (readonly number[])[]): Promise<void> {
    const set = versions.flat()
    const version = { list: 1, version: versions.length, digest: digestOfIndexes(set) }
    await store.transaction((tx) => appendEntry(tx, { issuer }, 'live', statusEntry(version)))
    const lines = versions.flatMap((indexes, at) => indexes.map((index) => `${at + 1} ${index}\n`))
    statusFiles.set('1.changes', lines.join(''))
    const statusListCredential = { credentialSubject: { encodedList: encodeBits(set) } }
    statusFiles.set('1.json', JSON.stringify({ statusListCredential, version: versions.length }))
  }
  const app = new Hono<AppEnv>()
  app.onError(respondError({ log: pino({ level: 'silent' }), securityLog: { write: () => {} } }, 0))
  bindLogs(app, {
    store,
    issuer,
    witnesses: [],
    statusFile: async (_, name) => statusFiles.get(name) ?? null,
  })
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const own = () => Promise.resolve(app.request(pathname, { method: request.method }))
    return (pathname.startsWith(LOG_PATH) ? await tamper(pathname.slice(LOG_PATH.length), own) : null) ?? own()
  }
  const server = await listen(answer, { host: '127.0.0.1', port: 0 })
  return {
    url: server.url + proofPaths.live.log,
    server: server.url,
    /** Its own name, independent of the URL. */
    origin: logOrigin(issuer.origin, 'live'),
    issuer,
    /** Files below `status/`, by name. */
    statusFiles,
    logList,
    /** A number identifies the same entry in every log. */
    append,
    tamper: (by: Tamper): void => void (tamper = by),
    /** Replaces the log with another one signed by the same keys. */
    async replace(...numbers: number[]): Promise<void> {
      for (const table of ['logHeads', 'logEntries', 'logHashes'] as const)
        await store.kysely.deleteFrom(table).execute()
      await append(...numbers)
    },
    checkpoint: async () => (await store.log.head('live'))?.checkpoint ?? '',
    close: async () => {
      await server.close(100)
      await store.close()
    },
  }
}

/** Positive numbers; negative ones are revocations. */
export const anEntry = (number: number): string =>
  logEntry(number < 0 ? 'revoke' : 'issue', toHex(sha256(toUtf8(`digest ${number}`))))

/** `[from, to)` */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)
