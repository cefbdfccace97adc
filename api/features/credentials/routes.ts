import type { Context, Hono } from 'hono'
import { credentialContexts } from '../../../contract/credential/contexts'
import { proofModes, proofPaths, tagFiles } from '../../../contract/proof-paths'
import type { AppEnv } from '../../http/request'
import { keepFor, openAnswer } from '../../http/responses'
import { methodNotAllowed } from '../../http/router'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import { achievementJson, achievementOfBank, type JsonObject } from './build'
import { didDocument, trustDocument } from './issuer'
import { statusList } from './status-list'

type ProofServices = Pick<Services, 'store' | 'clock' | 'issuer' | 'witnesses' | 'banks' | 'proofAlarm'>
type Respond = (context: Context<AppEnv>) => Response | Promise<Response>

/** Public, without a key, from any page: issuers, achievements and revocations. */
export function bindProof(app: Hono<AppEnv>, services: ProofServices): void {
  const { issuer } = services
  const routes: Record<string, Respond> = {
    '/trusttag/trust.json': (context) => json(context, trustDocument(services), 'application/json'),
    '/trusttag/achievements/:bankId': (context) =>
      json(context, achievementDocument(services, context.req.param('bankId') ?? ''), 'application/ld+json'),
  }
  for (const mode of proofModes) {
    const { did, status } = proofPaths[mode]
    routes[did] = (context) => json(context, didDocument(issuer, mode), 'application/did+json')
    routes[`${status}/:list`] = async (context) => {
      const number = /^[1-9]\d{0,6}$/u.exec(context.req.param('list') ?? '')
      return json(context, number && (await statusList(services, mode, Number(number[0]))), tagFiles['credential.json'])
    }
  }
  for (const [path, respond] of Object.entries(routes)) {
    app.get(path, respond)
    app.all(path, methodNotAllowed(['GET']))
  }
}

/** Always revalidated, so that a changed key or bit applies at once. */
function json(context: Context<AppEnv>, value: object | null, type: string): Response {
  if (value === null) throw new ApiError('not-found')
  return openAnswer(context, { content: JSON.stringify(value), type, cacheControl: keepFor.never })
}

/** Null for an unknown bank, and for the general bank, which has no skill. */
function achievementDocument({ banks, issuer }: Pick<Services, 'banks' | 'issuer'>, bankId: string): JsonObject | null {
  const bank = banks.byId(bankId)
  if (!bank || bank.skill === '') return null
  return { '@context': [...credentialContexts], ...achievementJson(achievementOfBank(issuer.origin, bank)) }
}
