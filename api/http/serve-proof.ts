import type { Context, Hono } from 'hono'
import { proofModes, proofPaths, tagFiles } from '../../contract/proof-paths'
import type { ProofMode } from '../../contract/proof-paths'
import type { ErrorCode } from '../../contract/errors'
import { ApiError } from '../lib/errors'
import { achievementDocument, tagAchievementDocument } from '../domain/proof/achievement-document'
import { didDocument } from '../domain/proof/did-document'
import { statusList } from '../domain/proof/status-list'
import { trustDocument } from '../domain/proof/trust-document'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { callerAddress } from './request'
import { methodNotAllowed } from './router'
import { keepFor, openAnswer } from './responses'

type ProofServices = Pick<
  Services,
  'store' | 'clock' | 'issuer' | 'witnesses' | 'banks' | 'urls' | 'rateLimiter' | 'proofAlarm'
>
type Answer = (context: Context<AppEnv>) => Response | Promise<Response>

const LINKED_DATA = 'application/ld+json'

/**
 * Who issues, what was achieved, and what was revoked: for everybody, without a key and from any page.
 * @param trustProxyHops TRUST_PROXY
 */
export function bindProof(app: Hono<AppEnv>, services: ProofServices, trustProxyHops: number): void {
  const routes: Record<string, Answer> = {
    '/trusttag/trust.json': (context) => json(context, trustDocument(services), 'application/json'),
    '/trusttag/achievements/:bankId': (context) =>
      json(context, achievementDocument(services, context.req.param('bankId') ?? ''), LINKED_DATA),
    '/trusttag/tags/:tagId/achievement.json': async (context) => {
      await services.rateLimiter.take('tagChecksPerAddress', callerAddress(context, trustProxyHops))
      const document = await tagAchievementDocument(services, context.req.param('tagId') ?? '')
      return json(context, document, LINKED_DATA, 'tag-not-found')
    },
    ...Object.fromEntries(proofModes.flatMap((mode) => Object.entries(routesOf(mode, services)))),
  }
  for (const [path, answer] of Object.entries(routes)) {
    app.get(path, answer)
    app.all(path, methodNotAllowed(['GET']))
  }
}

function routesOf(mode: ProofMode, services: ProofServices): Record<string, Answer> {
  const paths = proofPaths[mode]
  return {
    [paths.did]: (context) => json(context, didDocument(services.issuer, mode), 'application/did+json'),
    [`${paths.status}/:list`]: async (context) => {
      const number = /^[1-9]\d{0,6}$/u.exec(context.req.param('list') ?? '')
      return json(context, number && (await statusList(services, mode, Number(number[0]))), tagFiles['credential.json'])
    },
  }
}

/** Kept by nobody without asking: a key or a bit that has changed counts at once. */
function json(
  context: Context<AppEnv>,
  value: object | null,
  type: string,
  missing: ErrorCode = 'not-found',
): Response {
  if (value === null) throw new ApiError(missing)
  return openAnswer(context, { content: JSON.stringify(value), type, cacheControl: keepFor.never })
}
