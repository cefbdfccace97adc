import { isDeepStrictEqual } from 'node:util'
import { WEBHOOK_TEST_EVENT } from '../../../contract/webhooks'
import type { MemberEvent, SentEvent, WebhookBody, WebhookEvent } from '../../../contract/webhooks'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { toAdminMember } from '../accounts/admin-members'
import type { AppDefinition, OwnerScope } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { auditEntry, type Owner } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'
import { findMemberById, type MemberRow } from '../members/repository'
import {
  findPlanConnection,
  findTeamById,
  listTeamPeople,
  type MemberPlans,
  readMemberPlans,
} from '../plans/repository'
import type { PlanConnectionRow, TeamPerson, TeamRow } from '../plans/repository'
import { toPlanConnection } from '../plans/serializers'
import { findWorkingEndpoint } from './endpoints'
import {
  findWebhookMessage,
  insertWebhookDelivery,
  insertWebhookMessage,
  listWebhookDeliveries,
  listWebhookEndpoints,
  updateWebhookDelivery,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
  type WebhookMessageRow,
} from './repository'

type Parts = Pick<Services, 'secrets' | 'clock'>

/**
 * One message per event that an endpoint takes, and one delivery per such endpoint. @returns whether any was written
 */
export async function writeMessages(tx: Tx, parts: Parts, events: readonly ChangeEvent[]): Promise<boolean> {
  const endpointsOf = onceByScope(({ appId, mode }) => listWebhookEndpoints(tx, appId, mode))
  const appOf = onceByScope(async ({ appId }) => findAppById(tx, appId))
  let isWritten = false
  for (const event of events) {
    const listening = (await endpointsOf(event)).filter((endpoint) => wants(endpoint, event.event))
    const app = listening.length > 0 ? await appOf(event) : null
    if (app === null) continue
    await writeMessage(tx, parts, { ...event, payload: event.payload(app) }, listening)
    isWritten = true
  }
  return isWritten
}

/** Whether an endpoint takes such an event now. Tests go to every enabled one. */
const wants = ({ disabledAt, events }: WebhookEndpointRow, event: SentEvent): boolean =>
  disabledAt === null && (events.length === 0 || events.some((name) => name === event) || event === 'webhook.test')

interface NewMessage extends OwnerScope, Pick<WebhookBody, 'event' | 'payload' | 'reason'> {}

export async function writeMessage(
  tx: Tx,
  parts: Parts,
  { appId, mode, event, payload, reason }: NewMessage,
  endpoints: readonly WebhookEndpointRow[],
): Promise<WebhookMessageRow> {
  const createdAt = parts.clock.now()
  const content: WebhookBody = { event, timestamp: createdAt, payload, ...(reason && { reason }) }
  const message = { id: parts.secrets.id('msg'), appId, mode, event, body: JSON.stringify(content), createdAt }
  await insertWebhookMessage(tx, message)
  for (const { id } of endpoints) await insertWebhookDelivery(tx, newDelivery(parts, message.id, id))
  return message
}

const newDelivery = ({ secrets, clock }: Parts, messageId: string, endpointId: string): WebhookDeliveryRow => ({
  id: secrets.id('dlv'),
  messageId,
  endpointId,
  status: 'WAITING',
  attempts: 0,
  nextAttemptAt: clock.now(),
  lastStatusCode: null,
  lastError: null,
  deliveredAt: null,
})

function onceByScope<T>(read: (scope: OwnerScope) => Promise<T>): (scope: OwnerScope) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (scope) => {
    const key = `${scope.appId} ${scope.mode}`
    const found = known.get(key) ?? read(scope)
    known.set(key, found)
    return found
  }
}

/** @throws ApiError `webhook-message-not-found` */
export async function findMessage(db: Db, { appId, mode }: OwnerScope, id: string): Promise<WebhookMessageRow> {
  const message = await findWebhookMessage(db, appId, mode, id)
  if (message === null) throw new ApiError('webhook-message-not-found')
  return message
}

/** Whatever events it takes. @throws ApiError `webhook-endpoint-not-found`, `webhook-endpoint-disabled` */
export async function testEndpoint(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  id: string,
): Promise<WebhookMessageRow> {
  return services.store.transaction(async (tx) => {
    const endpoint = await findWorkingEndpoint(tx, owner, id)
    const { appId, mode } = owner
    const message = { appId, mode, event: WEBHOOK_TEST_EVENT, payload: { endpointId: id } } as const
    const written = await writeMessage(tx, services, message, [endpoint])
    const detail = { message: written.id }
    await insertAuditEntry(tx, auditEntry(services, owner, { act: 'webhook-endpoint.test', subject: id, detail }))
    return written
  })
}

/**
 * Queues a message again under the same ID, so that a receiver can recognize it.
 * @param endpointId absent: every endpoint that takes such events
 * @throws ApiError `webhook-message-not-found`, `webhook-endpoint-not-found`, `webhook-endpoint-disabled`
 */
export async function replayMessage(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  id: string,
  endpointId?: string,
): Promise<WebhookMessageRow> {
  return services.store.transaction(async (tx) => {
    const message = await findMessage(tx, owner, id)
    const endpoints = await receivers(tx, owner, message, endpointId)
    await queueDeliveries(tx, services, message, endpoints)
    const detail = { endpoints: endpoints.map((endpoint) => endpoint.id).join(', ') || 'none' }
    await insertAuditEntry(tx, auditEntry(services, owner, { act: 'webhook-message.replay', subject: id, detail }))
    return message
  })
}

async function receivers(
  db: Db,
  owner: Owner,
  { event, id }: WebhookMessageRow,
  endpointId: string | undefined,
): Promise<WebhookEndpointRow[]> {
  if (endpointId !== undefined) return [await findWorkingEndpoint(db, owner, endpointId)]
  const all = await listWebhookEndpoints(db, owner.appId, owner.mode)
  if (event !== 'webhook.test') return all.filter((endpoint) => wants(endpoint, event))
  // A test was meant for one endpoint.
  const tested = new Set((await listWebhookDeliveries(db, [id])).map((delivery) => delivery.endpointId))
  return all.filter((endpoint) => tested.has(endpoint.id) && wants(endpoint, event))
}

/** A waiting delivery becomes due now. */
async function queueDeliveries(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { id }: WebhookMessageRow,
  endpoints: readonly WebhookEndpointRow[],
): Promise<void> {
  const deliveries = await listWebhookDeliveries(tx, [id])
  for (const endpoint of endpoints) {
    const waiting = deliveries.find(({ endpointId, status }) => endpointId === endpoint.id && status === 'WAITING')
    if (waiting) await updateWebhookDelivery(tx, waiting.id, { nextAttemptAt: services.clock.now() })
    else await insertWebhookDelivery(tx, newDelivery(services, id, endpoint.id))
  }
}

export interface ChangeEvent extends OwnerScope, Pick<WebhookBody, 'reason'> {
  event: WebhookEvent
  /** Called only if an endpoint takes the event. */
  payload: (app: AppDefinition) => Record<string, unknown>
}

/** A member at one moment; null: none. */
export type MemberState = { row: MemberRow; plans: MemberPlans } | null

/** A team at one moment; null: none. */
export type TeamState = { team: TeamRow; planId: string; people: readonly TeamPerson[] } | null

export async function readMemberState(tx: Tx, id: string): Promise<MemberState> {
  const row = await findMemberById(tx, id)
  return row && { row, plans: await readMemberPlans(tx, id) }
}

export async function readTeamState(db: Tx, id: string): Promise<TeamState> {
  const team = await findTeamById(db, id)
  const connection = team && (await findPlanConnection(db, team.connectionId))
  return connection && { team, planId: connection.planId, people: await listTeamPeople(db, id) }
}

/** Changes to these columns emit an event with this reason; passwords, login times and customer IDs stay private. */
const watchedColumns = [
  ['email', 'email.updated'],
  ['verified', 'verified'],
  ['profileImage', 'profileImage.updated'],
  ['loginRedirect', 'loginRedirect.updated'],
  ['customFields', 'customFields.updated'],
  ['metaData', 'metaData.updated'],
  ['json', 'json.updated'],
] as const satisfies [column: keyof MemberRow, reason: string][]

export function diffMember(before: MemberState, after: MemberState): ChangeEvent[] {
  const known = after ?? before
  if (known === null) return []
  return [...ofMember(before, after), ...ofPlans(known.row, before, after)]
}

function ofMember(before: MemberState, after: MemberState): ChangeEvent[] {
  if (before === null && after !== null) return [aboutMember('member.created', after)]
  if (before !== null && after === null) return [aboutMember('member.deleted', before)]
  if (before === null || after === null) return []
  const isSame = (column: keyof MemberRow): boolean => isDeepStrictEqual(before.row[column], after.row[column])
  const reason = watchedColumns.flatMap(([column, told]) => (isSame(column) ? [] : [told]))
  return reason.length > 0 ? [{ ...aboutMember('member.updated', after), reason }] : []
}

const aboutMember = (event: WebhookEvent, { row, plans }: NonNullable<MemberState>): ChangeEvent => ({
  appId: row.appId,
  mode: row.mode,
  event,
  payload: (app) => ({ ...toAdminMember(app, row, plans) }),
})

export const aboutEvent = (
  event: MemberEvent,
  { id, email, appId, mode }: MemberRow,
  detail: Readonly<Record<string, unknown>>,
): ChangeEvent => ({ appId, mode, event, payload: () => ({ id, auth: { email }, ...detail }) })

/** Compares by plan, not by connection: a connection can change its plan, and a plan its connection. */
function ofPlans(member: MemberRow, before: MemberState, after: MemberState): ChangeEvent[] {
  const [had, has] = [byPlan(before), byPlan(after)]
  const ofEach = [...new Set([...had.keys(), ...has.keys()])].flatMap((planId) => {
    const [was, is] = [had.get(planId), has.get(planId)]
    if (isHeld(is)) {
      if (!isHeld(was)) return [aboutPlan('member.plan.added', member, is)]
      return isDeepStrictEqual(was, is) ? [] : [aboutPlan('member.plan.updated', member, is, was)]
    }
    return isHeld(was) ? [aboutPlan('member.plan.canceled', member, is ?? { ...was, status: 'CANCELED' })] : []
  })
  return [...ofEach, ...ofReplaced(member, before, after)]
}

/** A connection that changed its plan. Receivers that know only the end and the start of a plan get these too. */
function ofReplaced(member: MemberRow, before: MemberState, after: MemberState): ChangeEvent[] {
  return (after?.plans.connections ?? []).flatMap((is) => {
    const was = before?.plans.connections.find(({ id }) => id === is.id)
    if (!isHeld(was) || !isHeld(is) || was.planId === is.planId) return []
    return [aboutPlan('member.plan.replaced', member, is, was)]
  })
}

const byPlan = (state: MemberState): Map<string, PlanConnectionRow> =>
  new Map(state?.plans.connections.map((connection) => [connection.planId, connection]))

const isHeld = (connection: PlanConnectionRow | undefined): connection is PlanConnectionRow =>
  connection !== undefined && connection.status !== 'CANCELED'

/** The vendor's receivers read `member`; `id` and `auth` beside it are what we sent first. */
function aboutPlan(
  event: WebhookEvent,
  { id, email, appId, mode, metaData, stripeCustomerId }: MemberRow,
  row: PlanConnectionRow,
  previous?: PlanConnectionRow,
): ChangeEvent {
  const payload = (app: AppDefinition) => ({
    id,
    auth: { email },
    member: { id, email, metaData, stripeCustomerId },
    planConnection: toPlanConnection(app, row),
    ...(previous && { prevPlanConnection: toPlanConnection(app, previous) }),
  })
  return { appId, mode, event, payload }
}

/** The members who joined and left between two moments. An owner cannot join or leave. */
export function diffTeam(before: TeamState, after: TeamState): ChangeEvent[] {
  const [were, are] = [seated(before), seated(after)]
  const without = (people: TeamPerson[], others: TeamPerson[]) =>
    people.filter(({ memberId }) => !others.some((other) => other.memberId === memberId))
  return [
    ...without(are, were).flatMap(about('team.member.added', after)),
    ...without(were, are).flatMap(about('team.member.removed', before)),
  ]
}

const seated = (state: TeamState): TeamPerson[] => state?.people.filter(({ role }) => role === 'MEMBER') ?? []

const about =
  (event: WebhookEvent, state: TeamState) =>
  ({ memberId, email }: TeamPerson): ChangeEvent[] => {
    if (state === null) return []
    const { team, planId } = state
    const payload = () => ({ teamId: team.id, planId, member: { id: memberId, email, auth: { email } } })
    return [{ appId: team.appId, mode: team.mode, event, payload }]
  }
