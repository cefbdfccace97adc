import type { Context, Hono } from 'hono'
import { toHex } from '../../../contract/bytes'
import { type LogStatus, logStatusPath } from '../../../contract/log-status'
import { logOrigin, type ProofMode, proofModes, proofPaths } from '../../../contract/proof-paths'
import { parseTreeHead } from '../../../contract/tlog/checkpoint'
import { EMPTY_ROOT } from '../../../contract/tlog/merkle'
import { formatVerifierKey, parseNote } from '../../../contract/tlog/signed-note'
import type { Db } from '../../database/db'
import type { AppEnv } from '../../http/request'
import { keepFor, openAnswer } from '../../http/responses'
import { methodNotAllowed } from '../../http/router'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import { type CosignedCheckpoint, findCosignedSize, findLogHead, findNewestCosigned, hasLogRows } from './repository'
import { type LogSigner, logTile, withCosignatures } from './tree'
import type { Witness } from './witnesses'

interface LogServices extends Pick<Services, 'witnesses'> {
  store: Db
  issuer: Pick<LogSigner, 'logKeys' | 'signCheckpoint'>
  /** Files below a log's `status/`: see `statusFile`. */
  statusFile: (mode: ProofMode, name: string) => Promise<string | null>
}

const TEXT = 'text/plain; charset=utf-8'

/** The public logs (c2sp.org/tlog-tiles) and the keys of logs and witnesses. */
export function bindLogs(app: Hono<AppEnv>, services: LogServices): void {
  for (const mode of proofModes)
    for (const [path, answer] of Object.entries(routesOf(mode, services))) {
      app.get(path, (context) => {
        context.header('Access-Control-Allow-Origin', '*')
        return answer(context)
      })
      app.all(path, methodNotAllowed(['GET']))
    }
}

function routesOf(mode: ProofMode, { store, issuer, witnesses, statusFile }: LogServices) {
  const path = proofPaths[mode].log
  return {
    [`${path}/vkeys`]: (context: Context<AppEnv>) => {
      const keys = [...issuer.logKeys(mode), ...witnesses.map(({ key }) => key)].map(formatVerifierKey)
      const content = keys.map((key) => `${key}\n`).join('')
      return openAnswer(context, { content, type: TEXT, cacheControl: keepFor.minutes })
    },
    [`${path}/checkpoint`]: async (context: Context<AppEnv>) => {
      const head = await findLogHead(store, mode)
      if (!head)
        return openAnswer(context, {
          content: await emptyCheckpoint(store, issuer, mode),
          type: TEXT,
          cacheControl: keepFor.never,
        })
      // Always the newest: a slow witness must not hide entries. Its line is added to the same checkpoint later.
      const cosigned = await findNewestCosigned(store, mode)
      const content = withCosignatures(cosigned?.size === head.size ? cosigned : head)
      return openAnswer(context, { content, type: TEXT, cacheControl: keepFor.never })
    },
    [`${path}/status/:name`]: async (context: Context<AppEnv>) => {
      const name = context.req.param('name') ?? ''
      const content = found(await statusFile(mode, name))
      const type = name.endsWith('.json') ? 'application/json' : TEXT
      return openAnswer(context, { content, type, cacheControl: keepFor.never })
    },
    [`${path}/tile/*`]: async (context: Context<AppEnv>) => {
      const content = found(await logTile(store, mode, context.req.path.slice(path.length + 1)))
      return openAnswer(context, { content, type: 'application/octet-stream', cacheControl: keepFor.ever })
    },
  }
}

/**
 * An empty log has a checkpoint too (c2sp.org/tlog-tiles). None is signed if the log has entries: then its checkpoint
 * was lost, and a smaller tree would deny them.
 */
async function emptyCheckpoint(store: Db, issuer: LogServices['issuer'], mode: ProofMode): Promise<string> {
  if (await hasLogRows(store, mode)) throw new ApiError('not-found')
  return issuer.signCheckpoint(mode, { size: 0, root: EMPTY_ROOT })
}

function found<T>(value: T | null): T {
  if (value === null) throw new ApiError('not-found')
  return value
}

interface StatusServices extends Pick<Services, 'store' | 'witnesses' | 'witnessStates'> {
  issuer: Pick<LogSigner, 'origin'>
}

/** Status of each public log and its witnesses: public, without a key, from any page. */
export function bindLogStatus(app: Hono<AppEnv>, services: StatusServices): void {
  for (const mode of proofModes) {
    const path = logStatusPath(mode)
    app.get(path, async (context) => {
      const content = JSON.stringify(await logStatus(services, mode))
      return openAnswer(context, { content, type: 'application/json', cacheControl: keepFor.never })
    })
    app.all(path, methodNotAllowed(['GET']))
  }
}

export async function logStatus(services: StatusServices, mode: ProofMode): Promise<LogStatus> {
  const head = await findLogHead(services.store, mode)
  const newest = await findNewestCosigned(services.store, mode)
  const asked = services.witnesses.filter(({ isRetired }) => isRetired !== true)
  const times = newest !== null && newest.size === head?.size ? newest.cosignatures.map(({ time }) => time) : []
  return {
    origin: logOrigin(services.issuer.origin, mode),
    size: head?.size ?? 0,
    root: toHex(rootOf(head?.checkpoint)),
    checkpointTime: times.length > 0 ? Math.min(...times) : null,
    witnesses: await Promise.all(asked.map((witness) => statusOf(services, mode, witness, newest))),
  }
}

async function statusOf(
  { store, witnessStates }: StatusServices,
  mode: ProofMode,
  { key: { name }, isSelfRun }: Witness,
  newest: CosignedCheckpoint | null,
): Promise<LogStatus['witnesses'][number]> {
  const { state, last } = witnessStates.read(mode, name)
  const stored = newest?.cosignatures.find(({ witness }) => witness === name)
  const size = newest && stored ? newest.size : await findCosignedSize(store, mode, name)
  // Another process may have asked later; or this one asked again without a new entry.
  const isNewer = last !== null && last.size >= size
  const lastTime = isNewer ? last.time : (stored?.time ?? null)
  return { name, isSelfRun, lastSize: isNewer ? last.size : size, lastTime, state }
}

function rootOf(checkpoint: string | undefined): Uint8Array {
  const note = checkpoint === undefined ? null : parseNote(checkpoint)
  return (note && parseTreeHead(note.text)?.root) ?? EMPTY_ROOT
}
