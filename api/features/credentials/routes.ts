import * as v from 'valibot'
import type { Context, Hono } from 'hono'
import { didOf, proofModes, proofPaths, tagAchievementPath, tagFiles } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { ErrorCode } from '../../../contract/errors'
import { ApiError } from '../../lib/errors'
import { statusList } from './status-list'
import type { Services } from '../../ports/services'
import type { AppEnv } from '../../http/request'
import { callerAddress } from '../../http/request'
import { methodNotAllowed } from '../../http/router'
import { keepFor, openAnswer } from '../../http/responses'
import { credentialContexts } from '../../../contract/credential/contexts'
import type { Issuer, JsonObject } from './issuer'
import { findShownTag } from '../tags/verify'
import type { SignedTagServices } from '../tags/signed-tag'
import { achievementJson, achievementOfBank } from './build'
import type { TrustDocument } from '../../../contract/credential/report'
import { formatVerifierKey } from '../../../contract/tlog/signed-note'

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

/** An achievement as its own address answers it; null where no bank has that id, or it is of no skill. */
export function achievementDocument(
  { banks, issuer }: Pick<Services, 'banks' | 'issuer'>,
  bankId: string,
): JsonObject | null {
  const bank = banks.byId(bankId)
  if (!bank || bank.skill === '') return null
  return { '@context': [...credentialContexts], ...achievementJson(achievementOfBank(issuer.origin, bank)) }
}

const issued = v.object({
  credentialSubject: v.object({ achievement: v.looseObject({ id: v.string() }) }),
})

/**
 * The achievement of one TrustTag, as its credential says it; null where it shares that of a bank, and where there is no
 * TrustTag that anybody may see.
 */
export async function tagAchievementDocument(services: SignedTagServices, tagId: string): Promise<object | null> {
  const shown = await findShownTag(services, tagId)
  const row = shown?.state === 'signed' ? shown.credential : null
  if (!row) return null
  const { achievement } = v.parse(issued, JSON.parse(row.credential)).credentialSubject
  if (!achievement.id.endsWith(tagAchievementPath(row.tagId))) return null
  return { '@context': [...credentialContexts], ...achievement }
}

/** Who the issuer of a mode is, and every key that it signs, or ever signed, with. Never a key of the other mode. */
export function didDocument(issuer: Pick<Issuer, 'origin' | 'issuerKeys'>, mode: ProofMode): JsonObject {
  const did = didOf(issuer.origin, mode)
  const methods = issuer.issuerKeys(mode).map(({ publicKeyMultibase }) => ({
    id: `${did}#${publicKeyMultibase}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase,
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}

/** Whom to believe, in one answer: what DID documents and lists of keys say one by one. */
export const trustDocument = ({ issuer, witnesses }: Pick<Services, 'issuer' | 'witnesses'>): TrustDocument => ({
  issuers: proofModes.map((mode) => ({
    did: didOf(issuer.origin, mode),
    mode,
    keys: issuer.issuerKeys(mode).map(({ publicKeyMultibase }) => publicKeyMultibase),
    log: issuer.logKeys(mode).map(formatVerifierKey),
    witnesses: witnesses.map(({ key, isSelfRun }) => ({ key: formatVerifierKey(key), isSelfRun })),
  })),
})
