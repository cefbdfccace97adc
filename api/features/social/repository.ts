import * as v from 'valibot'
import { customFieldValue } from '../../../contract/entities'
import type { Db } from '../../database/db'
import { consumeRow } from '../../database/sql'
import type { Tables } from '../../database/tables'
import type { ProviderConnectionRow } from '../accounts/repository-sign-in'

/** The result of a full-page flow, until its page fetches it. */
export type ProviderResultRow = Tables['providerAnswers']

/** Identifies a member to the window that connects a provider. */
export type ConnectTicketRow = Tables['connectTickets']

const flowOptions = v.object({
  customFields: v.record(v.string(), customFieldValue),
  plans: v.array(v.object({ planId: v.string() })),
  inviteToken: v.nullable(v.string()),
  /** Whether a login may create an account; null: as the app's policy says. */
  allowSignup: v.nullable(v.boolean()),
  /**
   * Public part of the browser's device token; null without one, absent for published clients. It proves nothing: a
   * known one only avoids a new token.
   */
  deviceId: v.exactOptional(v.nullable(v.string())),
})

export type FlowOptions = v.InferOutput<typeof flowOptions>

/** One visit to a provider, from its first page to its callback. */
export interface ProviderFlowRow extends Omit<Tables['providerFlows'], 'wishes'> {
  wishes: FlowOptions
}

export interface TestConsentRow extends Omit<Tables['testConsents'], 'emailVerified'> {
  emailVerified: boolean
}

/** @throws UniqueConstraintError if the account is already connected, or the member with that provider */
export async function insertProviderConnection({ kysely }: Db, connection: ProviderConnectionRow): Promise<void> {
  await kysely.insertInto('providerConnections').values(connection).execute()
}

export async function findProviderConnection(
  { kysely }: Db,
  { appId, mode, provider, subject }: Pick<ProviderConnectionRow, 'appId' | 'mode' | 'provider' | 'subject'>,
): Promise<ProviderConnectionRow | null> {
  const row = await kysely
    .selectFrom('providerConnections')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false if it did not exist */
export async function deleteProviderConnection({ kysely }: Db, memberId: string, provider: string): Promise<boolean> {
  const result = await kysely
    .deleteFrom('providerConnections')
    .where('memberId', '=', memberId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function insertProviderFlow({ kysely }: Db, flow: ProviderFlowRow): Promise<void> {
  await kysely
    .insertInto('providerFlows')
    .values({ ...flow, wishes: JSON.stringify(flow.wishes) })
    .execute()
}

/** Reads a flow without consuming it, for the test consent page. @returns null if it is unknown or expired */
export async function findProviderFlow(
  { kysely }: Db,
  stateDigest: string,
  now: number,
): Promise<ProviderFlowRow | null> {
  const row = await kysely
    .selectFrom('providerFlows')
    .selectAll()
    .where('stateDigest', '=', stateDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ? toFlow(row) : null
}

/** Of the browser that began it, while its window asks. @returns null if it is unknown or expired */
export async function findKeptFlow(
  { kysely }: Db,
  { stateDigest, secretDigest }: Pick<ProviderFlowRow, 'stateDigest' | 'secretDigest'>,
  now: number,
): Promise<ProviderFlowRow | null> {
  const row = await kysely
    .selectFrom('providerFlows')
    .selectAll()
    .where('stateDigest', '=', stateDigest)
    .where('secretDigest', '=', secretDigest)
    .where('identity', 'is not', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ? toFlow(row) : null
}

/** Once. @returns null for a flow that is unknown, expired, used, or of another browser */
export async function consumeProviderFlow(
  db: Db,
  { stateDigest, secretDigest }: Pick<ProviderFlowRow, 'stateDigest' | 'secretDigest'>,
  now: number,
): Promise<ProviderFlowRow | null> {
  const row = await consumeRow(db, 'providerFlows', { stateDigest, secretDigest }, now)
  return row && toFlow(row)
}

export async function insertProviderResult({ kysely }: Db, result: ProviderResultRow): Promise<void> {
  await kysely.insertInto('providerAnswers').values(result).execute()
}

/** Once. The challenge must be the one that the result was made for. */
export const consumeProviderResult = (
  db: Db,
  { answerDigest, challenge, appId, mode }: Pick<ProviderResultRow, 'answerDigest' | 'challenge' | 'appId' | 'mode'>,
  now: number,
): Promise<ProviderResultRow | null> => consumeRow(db, 'providerAnswers', { answerDigest, challenge, appId, mode }, now)

export async function insertConnectTicket({ kysely }: Db, ticket: ConnectTicketRow): Promise<void> {
  await kysely.insertInto('connectTickets').values(ticket).execute()
}

/** Once. */
export const consumeConnectTicket = (
  db: Db,
  ticketDigest: string,
  { appId, mode }: Pick<ConnectTicketRow, 'appId' | 'mode'>,
  now: number,
): Promise<ConnectTicketRow | null> => consumeRow(db, 'connectTickets', { ticketDigest, appId, mode }, now)

export async function insertTestConsent({ kysely }: Db, consent: TestConsentRow): Promise<void> {
  await kysely
    .insertInto('testConsents')
    .values({ ...consent, emailVerified: consent.emailVerified ? 1 : 0 })
    .execute()
}

/** Its code works once. */
export async function consumeTestConsent(db: Db, codeDigest: string, now: number): Promise<TestConsentRow | null> {
  const row = await consumeRow(db, 'testConsents', { codeDigest }, now)
  return row && { ...row, emailVerified: row.emailVerified === 1 }
}

export async function deleteExpiredFlows({ kysely }: Db, now: number): Promise<void> {
  for (const table of ['providerFlows', 'providerAnswers', 'connectTickets', 'testConsents'] as const)
    await kysely.deleteFrom(table).where('expiresAt', '<=', now).execute()
}

const toFlow = (row: Tables['providerFlows']): ProviderFlowRow => ({
  ...row,
  wishes: v.parse(flowOptions, JSON.parse(row.wishes)),
})
