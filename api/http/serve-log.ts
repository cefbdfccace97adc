import type { Context, Hono } from 'hono'
import { proofModes, proofPaths } from '../../contract/proof-paths'
import type { ProofMode } from '../../contract/proof-paths'
import { formatVerifierKey } from '../../contract/tlog/signed-note'
import { ApiError } from '../lib/errors'
import { logTile } from '../domain/proof/log-tile'
import { withCosignatures } from '../domain/proof/tlog-proof-of'
import type { Services } from '../ports/services'
import type { LogRepository } from '../ports/trusttag/log-store'
import type { AppEnv } from './request'
import { methodNotAllowed } from './router'
import { keepFor, openAnswer } from './responses'

interface LogServices extends Pick<Services, 'issuer' | 'witnesses'> {
  store: { log: Pick<LogRepository, 'head' | 'newestCosigned' | 'readHashes' | 'readEntries'> }
  /** Files below `status/` of a log: see `statusFile`. */
  statusFile: (mode: ProofMode, name: string) => Promise<string | null>
}

const TEXT = 'text/plain; charset=utf-8'

/** The public logs as c2sp.org/tlog-tiles serves them, and the keys that they and their witnesses sign with. */
export function bindLogs(app: Hono<AppEnv>, services: LogServices): void {
  for (const mode of proofModes)
    for (const [path, answer] of Object.entries(routesOf(mode, services))) {
      app.get(path, (context) => {
        // Errors too: who audits the log from a page must tell a missing tile from a broken line.
        context.header('Access-Control-Allow-Origin', '*')
        return answer(context)
      })
      app.all(path, methodNotAllowed(['GET']))
    }
}

function routesOf(mode: ProofMode, { store: { log }, issuer, witnesses, statusFile }: LogServices) {
  const path = proofPaths[mode].log
  return {
    [`${path}/vkeys`]: (context: Context<AppEnv>) => {
      const keys = [...issuer.logKeys(mode), ...witnesses.map(({ key }) => key)].map(formatVerifierKey)
      const content = keys.map((key) => `${key}\n`).join('')
      return openAnswer(context, { content, type: TEXT, cacheControl: keepFor.minutes })
    },
    [`${path}/checkpoint`]: async (context: Context<AppEnv>) => {
      const head = found(await log.head(mode))
      // Always the newest: a witness that is slow, or down, hides no entry. Its line follows below the same checkpoint.
      const cosigned = await log.newestCosigned(mode)
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
      const content = found(await logTile(log, mode, context.req.path.slice(path.length + 1)))
      return openAnswer(context, { content, type: 'application/octet-stream', cacheControl: keepFor.ever })
    },
  }
}

function found<T>(value: T | null): T {
  if (value === null) throw new ApiError('not-found')
  return value
}
