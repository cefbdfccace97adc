import type { AdminEndpoint } from '../../../contract/admin/endpoints/admin-endpoint'
import { mayDo, roles } from '../../../contract/admin/rights'
import type { Role } from '../../../contract/admin/rights'
import type { SentCookie } from '../../http/admin-pipeline'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { findAppById } from '../apps/repository'
import type { AdminContext, ServerContext, StaffActor } from '../apps/secret-keys'
import { findRole } from './repository'
import { consoleToken, requireConsoleCaller } from './sessions'

type IdentifyServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'console'>

/**
 * The person of the console's cookie, with their role in the named app. Always in this order: session, token, limit, app, right, step-up.
 * @throws ApiError `console-login-required`, `access-denied` without the token, `too-many-requests`, `required-field-missing` without app
 * or mode, `right-missing` also for an unknown app, `step-up-required`
 */
export async function identifyPerson(
  services: IdentifyServices,
  endpoint: AdminEndpoint,
  sent: SentCookie,
): Promise<AdminContext | ServerContext> {
  const { cookie, appId, mode, address, isIdle } = sent
  const caller = await requireConsoleCaller(services, cookie, { isUse: !isIdle })
  sent.requireToken(consoleToken(services, cookie))
  await services.rateLimiter.take('consoleCallsPerPerson', caller.staffId)
  const { expiresAt: _, ...person } = caller
  const actorIn = (role: Role | null): StaffActor => ({ kind: 'staff', ...person, role })
  const common = { keyId: caller.staffId, address }
  if (endpoint.scope === 'server') {
    if (endpoint.right === 'server' && !caller.isServerOwner) throw new ApiError('right-missing')
    requireStepUp(endpoint, caller)
    return { ...common, actor: actorIn(null) }
  }
  if (appId === undefined || mode === undefined) throw new ApiError('required-field-missing')
  if (mode !== 'test' && mode !== 'live') throw new ApiError('invalid-field-value')
  const role = await findRole(services.store, appId, caller.staffId)
  const app = role && (await findAppById(services.store, appId))
  if (!role || !app || !includes(role, endpoint.right)) throw new ApiError('right-missing')
  requireStepUp(endpoint, caller)
  return { ...common, app, mode, actor: actorIn(role), rights: roles[role] }
}

/** `staff`: every role has it. */
const includes = (role: Role, right: AdminEndpoint['right']): boolean =>
  [right].flat().some((one) => one === 'staff' || (one !== 'server' && mayDo(role, one)))

function requireStepUp({ stepUp }: AdminEndpoint, { steppedUpUntil }: { steppedUpUntil: number | null }): void {
  if (stepUp && steppedUpUntil === null) throw new ApiError('step-up-required')
}
