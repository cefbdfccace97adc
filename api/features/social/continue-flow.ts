import * as v from 'valibot'
import type { SecondStepChallenge } from '../../../contract/errors'
import { KEPT_FLOW_LIFETIME_MINUTES } from '../../../contract/limits'
import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import type { AppDefinition, CustomFieldDefinition } from '../apps/definition'
import { signInPolicy } from '../apps/sign-in-policy'
import { flowIdOf } from './begin-flow'
import { consumeProviderFlow, findKeptFlow, insertProviderFlow } from './repository'
import type { FlowOptions, ProviderFlowRow } from './repository'

const identity = v.object({
  subject: v.string(),
  email: v.nullable(v.string()),
  emailVerified: v.boolean(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
})

/** What a flow keeps while its window asks. */
const kept = v.variant('asks', [
  v.object({ asks: v.literal('signup'), identity }),
  /** Before a published client connects a provider. */
  v.object({ asks: v.literal('proof'), proof: v.picklist(['password', 'totp']) }),
  v.object({ asks: v.literal('second-step'), came: v.picklist(['login', 'signup']), message: v.nullable(v.string()) }),
])

export type Kept = v.InferOutput<typeof kept>

/** A question that the provider's window asks before it answers. */
export interface FlowQuestion {
  app: AppDefinition
  flow: ProviderFlowRow
  kept: Kept
  /** For the form. With the browser's cookie of the flow it continues. */
  state: string
  /** Of the second step. */
  step?: SecondStepChallenge
}

export const CONTINUE_PATH = `${AUTH_PROVIDER_PATH}/continue`

const MINUTE_MS = 60_000

/** Stores the checked answer of the provider for ten minutes, in the caller's transaction. The browser's secret stays the same. */
export async function keepFlow(
  tx: Tx,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  flow: ProviderFlowRow,
  keeps: Kept,
): Promise<FlowQuestion> {
  const state = secrets.sessionToken()
  const createdAt = clock.now()
  const next = {
    ...flow,
    stateDigest: secrets.digest(state),
    identity: JSON.stringify(keeps),
    createdAt,
    expiresAt: createdAt + KEPT_FLOW_LIFETIME_MINUTES * MINUTE_MS,
  }
  await insertProviderFlow(tx, next)
  return { app, flow: next, kept: keeps, state }
}

/**
 * The flow that asked, if this browser began it. It is not consumed.
 * @throws ApiError `provider-session-expired`
 */
export async function findAskingFlow(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  state: string,
  secretOf: (id: string) => string | null,
): Promise<{ flow: ProviderFlowRow; kept: Kept }> {
  const stateDigest = secrets.digest(state)
  const secret = secretOf(flowIdOf(stateDigest))
  const digests = secret !== null && { stateDigest, secretDigest: secrets.digest(secret) }
  const flow = digests && (await findKeptFlow(store, digests, clock.now()))
  if (!flow || flow.identity === null) throw new ApiError('provider-session-expired')
  return { flow, kept: v.parse(kept, JSON.parse(flow.identity)) }
}

/** Once. @throws ApiError `provider-session-expired` */
export async function endFlow({ store, clock }: Pick<Services, 'store' | 'clock'>, flow: ProviderFlowRow) {
  if (!(await consumeProviderFlow(store, flow, clock.now()))) throw new ApiError('provider-session-expired')
}

/** Whether a login of a new person creates an account. */
export function signupFromLogin(app: AppDefinition, { allowSignup }: FlowOptions): 'ask' | 'allow' | 'deny' {
  if (allowSignup !== null) return allowSignup ? 'allow' : 'deny'
  return signInPolicy(app).socialSignupFromLogin
}

/** Required fields that no one filled in yet. */
export const missingFields = (app: AppDefinition, filled: Readonly<Record<string, unknown>>): CustomFieldDefinition[] =>
  app.customFields
    .filter(({ required, hidden, restrictToAdmin }) => required && !hidden && !restrictToAdmin)
    .filter(({ key, type }) => isEmpty(filled[key]) || (type === 'checkbox' && filled[key] === false))
    .toSorted((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity))

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
