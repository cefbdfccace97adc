import type { Context, Hono } from 'hono'
import { recordOf } from '../../../contract/credential/json-reading'
import { VC_API_BODY_MAX_BYTES } from '../../../contract/limits'
import { type AppEnv, callerIpAddress, readJsonBody } from '../../http/request'
import { requireLoopbackName } from '../../http/cors'
import { keepFor, openAnswer } from '../../http/responses'
import { methodNotAllowed } from '../../http/router'
import type { Services } from '../../http/services'
import { fail, VcProblem } from './check'
import type { VcApi } from './issue'
import { VC_STATUS_PATH } from './status'

const VC_API_PATH = '/vc-api'

type Body = Readonly<Record<string, unknown>>

/**
 * For test suites and tools on this machine. It signs anything it is given, so it serves loopback hosts only, and pages
 * of other sites cannot call it (JSON bodies, no CORS).
 */
export function bindVcApi(
  app: Hono<AppEnv>,
  vcApi: VcApi,
  { rateLimiter }: Pick<Services, 'rateLimiter'>,
  trustProxyHops: number,
): void {
  const routes: Record<string, (context: Context<AppEnv>, body: Body) => Promise<Response>> = {
    '/credentials/issue': async (context, { credential, options }) =>
      context.json({ verifiableCredential: await vcApi.issue(credential, recordOf(options)) }, 201),
    '/credentials/status': (context, { credentialStatus, status = true }) => {
      if (status !== true) fail('A revocation is final.')
      vcApi.status.revoke(credentialStatus)
      return Promise.resolve(context.json({ revoked: true }))
    },
    '/credentials/verify': async (context, { verifiableCredential }) =>
      context.json({ verified: true, ...(await vcApi.verify(verifiableCredential)) }),
    '/presentations/verify': async (context, { verifiablePresentation, options }) =>
      context.json({ verified: true, ...(await vcApi.verifyPresentation(verifiablePresentation, recordOf(options))) }),
  }
  app.use(`${VC_API_PATH}/*`, requireLoopbackName)
  for (const [path, answer] of Object.entries(routes)) {
    app.post(VC_API_PATH + path, async (context) => {
      await rateLimiter.take('vcApiCallsPerAddress', callerIpAddress(context, trustProxyHops))
      const body = recordOf(await readJsonBody(context.req.raw, { maxBytes: VC_API_BODY_MAX_BYTES }))
      try {
        return await answer(context, body)
      } catch (error) {
        return answerProblem(context, error)
      }
    })
    app.all(VC_API_PATH + path, methodNotAllowed(['POST']))
  }
  app.get(VC_STATUS_PATH, async (context) => {
    const content = JSON.stringify(await vcApi.status.list())
    return openAnswer(context, { content, type: 'application/vc', cacheControl: keepFor.never })
  })
  app.all(VC_STATUS_PATH, methodNotAllowed(['GET']))
  app.get(VC_API_PATH, requireLoopbackName, (context) => context.json({ issuer: vcApi.did }))
}

/** Faults in the input go to the caller, all others to the log. */
function answerProblem(context: Context<AppEnv>, error: unknown): Response {
  if (!(error instanceof VcProblem)) throw error
  return context.json({ verified: false, problemDetails: [error.details] }, 400)
}
