import { sha256 } from '@noble/hashes/sha2.js'
import { Hono } from 'hono'
import { pino } from 'pino'
import { toHex, toUtf8 } from '../../contract/bytes'
import { logEntry, statusEntry } from '../../contract/credential/log-entry'
import { logOrigin, proofPaths } from '../../contract/proof-paths'
import { createFileKeys } from '../../api/features/credentials/keys'
import { createIssuer } from '../../api/features/credentials/issuer'
import { appendEntry } from '../../api/features/transparency-log/append'
import { digestOfIndexes, encodeBits } from '../../api/features/credentials/status-list'
import type { AppEnv } from '../../api/http/request'
import { listen } from '../../api/http/server'
import { respondError } from '../../api/http/errors'
import { bindLogs } from '../../api/features/transparency-log/routes'
import type { Issuer } from '../../api/features/credentials/issuer'
import { createMemoryLog } from './memory-log'
import { tempFolder } from './temp-folder'

/** Answers in the place of the log; null where it answers itself. @param path below the log */
export type Tamper = (path: string, own: () => Promise<Response>) => Promise<Response> | Response | null

const LOG_PATH = `${proofPaths.live.log}/`

export type ServedLog = Awaited<ReturnType<typeof serveLog>>

/** An issuer with new keys. */
export const anIssuer = (): Promise<Issuer> =>
  createIssuer({ origin: 'https://trusttag.example', keys: createFileKeys(tempFolder()), now: () => 0 })

/**
 * The live log as the API signs and serves it, over real HTTP; only its entries are kept in memory. What it answers can be
 * tampered with, and another log can be put in its place. Call `close` when done.
 */
export async function serveLog() {
  const issuer = await anIssuer()
  let [log, tamper]: [ReturnType<typeof createMemoryLog>, Tamper] = [createMemoryLog(), () => null]
  const append = async (...numbers: number[]): Promise<void> => {
    for (const number of numbers) await appendEntry({ log }, { issuer }, 'live', anEntry(number))
  }
  const statusFiles = new Map<string, string>()
  /** Enters a version of list 1 and serves its files: indexes by version, the newest version last. */
  async function logList(...versions: (readonly number[])[]): Promise<void> {
    const set = versions.flat()
    const version = { list: 1, version: versions.length, digest: digestOfIndexes(set) }
    await appendEntry({ log }, { issuer }, 'live', statusEntry(version))
    const lines = versions.flatMap((indexes, at) => indexes.map((index) => `${at + 1} ${index}\n`))
    statusFiles.set('1.changes', lines.join(''))
    const statusListCredential = { credentialSubject: { encodedList: encodeBits(set) } }
    statusFiles.set('1.json', JSON.stringify({ statusListCredential, version: versions.length }))
  }
  const app = new Hono<AppEnv>()
  app.onError(respondError({ log: pino({ level: 'silent' }), securityLog: { write: () => {} } }, 0))
  bindLogs(app, {
    store: { log: forwarding(() => log) },
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
    /** As it calls itself, wherever it is served. */
    origin: logOrigin(issuer.origin, 'live'),
    issuer,
    /** Files below `status/`, by name. */
    statusFiles,
    logList,
    /** Entries by their numbers: the same number is the same entry in every log. */
    append,
    tamper: (by: Tamper): void => void (tamper = by),
    /** Another log, signed by the same keys, in the place of the one that was there. */
    async replace(...numbers: number[]): Promise<void> {
      log = createMemoryLog()
      await append(...numbers)
    },
    checkpoint: async () => (await log.head('live'))?.checkpoint ?? '',
    close: () => server.close(100),
  }
}

const forwarding = (log: () => ReturnType<typeof createMemoryLog>) => ({
  head: (...of: Parameters<ReturnType<typeof log>['head']>) => log().head(...of),
  newestCosigned: (...of: Parameters<ReturnType<typeof log>['newestCosigned']>) => log().newestCosigned(...of),
  readHashes: (...of: Parameters<ReturnType<typeof log>['readHashes']>) => log().readHashes(...of),
  readEntries: (...of: Parameters<ReturnType<typeof log>['readEntries']>) => log().readEntries(...of),
})

/** Numbers from one on; those below zero are revocations. */
export const anEntry = (number: number): string =>
  logEntry(number < 0 ? 'revoke' : 'issue', toHex(sha256(toUtf8(`digest ${number}`))))

/** `[from, to)` */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)
