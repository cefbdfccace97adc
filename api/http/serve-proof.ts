import type { Context, Hono } from 'hono'
import { proofModes, proofPaths, tagFiles } from '../../contract/proof-paths'
import type { ProofMode } from '../../contract/proof-paths'
import { ApiError } from '../domain/api-error'
import { achievementDocument } from '../domain/proof/achievement-document'
import { didDocument } from '../domain/proof/did-document'
import { statusList } from '../domain/proof/status-list'
import { trustDocument } from '../domain/proof/trust-document'
import type { Services } from '../ports/services'
import type { AppEnv } from './app-env'
import { methodNotAllowed } from './method-not-allowed'
import { keepFor, openAnswer } from './open-answer'

type ProofServices = Pick<Services, 'store' | 'clock' | 'issuer' | 'witnesses' | 'banks'>

/** Who issues, and what was withdrawn: for everybody, without a key and from any page. */
export function bindProof(app: Hono<AppEnv>, services: ProofServices): void {
  const routes: Record<string, (context: Context<AppEnv>) => Response | Promise<Response>> = {
    '/trusttag/trust.json': (context) => json(context, trustDocument(services), 'application/json'),
    '/trusttag/achievements/:bankId': (context) =>
      json(context, achievementDocument(services, context.req.param('bankId') ?? ''), 'application/ld+json'),
    ...Object.fromEntries(proofModes.flatMap((mode) => Object.entries(routesOf(mode, services)))),
  }
  for (const [path, answer] of Object.entries(routes)) {
    app.get(path, answer)
    app.all(path, methodNotAllowed(['GET']))
  }
}

function routesOf(mode: ProofMode, services: ProofServices) {
  const paths = proofPaths[mode]
  return {
    [paths.did]: (context: Context<AppEnv>) =>
      json(context, didDocument(services.issuer, mode), 'application/did+json'),
    [`${paths.status}/:list`]: async (context: Context<AppEnv>) => {
      const number = /^[1-9]\d{0,6}$/u.exec(context.req.param('list') ?? '')
      return json(context, number && (await statusList(services, mode, Number(number[0]))), tagFiles['credential.json'])
    },
  }
}

function json(context: Context<AppEnv>, value: object | null, type: string): Response {
  if (value === null) throw new ApiError('not-found')
  return openAnswer(context, { content: JSON.stringify(value), type, cacheControl: keepFor.minutes })
}
