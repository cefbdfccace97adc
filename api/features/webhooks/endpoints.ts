import type { WebhookEndpoint, WebhookMessage } from '../../../contract/admin/schemas/webhooks'
import { WEBHOOK_ENDPOINTS_MAX, WEBHOOK_SECRET_OVERLAP_HOURS } from '../../../contract/limits'
import type { WebhookEvent } from '../../../contract/webhooks'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import { toIso, toIsoOrNull } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import type { OwnerScope } from '../apps/definition'
import { type Binding, type CredentialCipher, isSealed } from '../../lib/credential-cipher'
import { lockApp } from '../apps/repository'
import { auditEntry, type Owner } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'
import {
  deleteWebhookEndpoint,
  findWebhookEndpoint,
  insertWebhookEndpoint,
  listAllWebhookSecrets,
  listWebhookDeliveries,
  listWebhookEndpoints,
  replaceWebhookSecrets,
  updateWebhookEndpoint,
  type WebhookDeliveryRow,
  type WebhookEndpointChanges,
  type WebhookEndpointRow,
  type WebhookMessageRow,
} from './repository'
import { readWebhookUrl, webhookHost } from './url'

declare module '../../http/services' {
  interface Services {
    /** Encrypts the signing secrets. */
    webhookCipher: CredentialCipher
  }
}

/** @throws ApiError `webhook-endpoint-not-found` */
async function findEndpoint(db: Db, { appId, mode }: OwnerScope, id: string): Promise<WebhookEndpointRow> {
  const endpoint = await findWebhookEndpoint(db, appId, mode, id)
  if (endpoint === null) throw new ApiError('webhook-endpoint-not-found')
  return endpoint
}

/** @throws ApiError `webhook-endpoint-not-found`, `webhook-endpoint-disabled` */
export async function findWorkingEndpoint(...of: Parameters<typeof findEndpoint>): Promise<WebhookEndpointRow> {
  const endpoint = await findEndpoint(...of)
  if (endpoint.disabledAt !== null) throw new ApiError('webhook-endpoint-disabled')
  return endpoint
}

type EndpointServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'webhooksToLoopback' | 'webhookCipher'>

type OfEndpoint = Pick<WebhookEndpointRow, 'id' | 'appId' | 'mode'>

const bindingOf = ({ id, appId, mode }: OfEndpoint): Binding => ({ appId, mode, kind: `webhook ${id}` })

/** Plain only where no key is set, with a database server. */
const sealSecret = (cipher: CredentialCipher, of: OfEndpoint, secret: string): string =>
  cipher.canSeal ? cipher.seal(bindingOf(of), secret) : secret

/** @param stored also plain, as of before secrets were encrypted @returns null if no known key opens it */
export const openSecret = (cipher: CredentialCipher, of: OfEndpoint, stored: string): string | null =>
  isSealed(stored) ? cipher.open(bindingOf(of), stored) : stored

/**
 * Encrypts all signing secrets with the newest key, plain ones too. Without a key it does nothing.
 * @returns how many endpoints it changed, and those that no known key opens
 */
export async function sealStoredSecrets(
  db: Db,
  cipher: CredentialCipher,
): Promise<{ changed: number; unreadable: OfEndpoint[] }> {
  const unreadable: OfEndpoint[] = []
  let changed = 0
  for (const row of cipher.canSeal ? await listAllWebhookSecrets(db) : []) {
    const secret = renew(cipher, row, row.secret)
    // One that nobody can read no longer signs.
    const previousSecret = row.previousSecret === null ? null : renew(cipher, row, row.previousSecret)
    if (secret === null) unreadable.push(row)
    else if (secret !== row.secret || previousSecret !== row.previousSecret)
      if (await replaceWebhookSecrets(db, row, { secret, previousSecret })) changed += 1
  }
  return { changed, unreadable }
}

/** @returns null if no known key opens it */
function renew(cipher: CredentialCipher, of: OfEndpoint, stored: string): string | null {
  if (cipher.isCurrent(bindingOf(of), stored)) return stored
  const secret = openSecret(cipher, of, stored)
  return secret === null ? null : sealSecret(cipher, of, secret)
}

/**
 * Adds an endpoint, which gets events from now on.
 * @param wanted.events empty: all
 * @returns the endpoint with its secret, which is never shown again
 * @throws ApiError `invalid-webhook-url`, `too-many-webhook-endpoints`
 */
export async function addEndpoint(
  services: EndpointServices,
  owner: Owner,
  wanted: { url: string; events: readonly WebhookEvent[] },
): Promise<WebhookEndpointRow> {
  const { appId, mode } = owner
  const url = readWebhookUrl(wanted.url, { loopback: services.webhooksToLoopback })
  const endpoint: WebhookEndpointRow = {
    id: services.secrets.id('whe'),
    appId,
    mode,
    url,
    secret: services.secrets.webhookSecret(),
    previousSecret: null,
    previousSecretUntil: null,
    events: wanted.events,
    disabledAt: null,
    createdAt: services.clock.now(),
  }
  await services.store.transaction(async (tx) => {
    await lockApp(tx, appId)
    if ((await listWebhookEndpoints(tx, appId, mode)).length >= WEBHOOK_ENDPOINTS_MAX)
      throw new ApiError('too-many-webhook-endpoints')
    const secret = sealSecret(services.webhookCipher, endpoint, endpoint.secret)
    await insertWebhookEndpoint(tx, { ...endpoint, secret })
    const detail = { host: webhookHost(url), events: wanted.events.join(', ') || 'all' }
    await insertAuditEntry(
      tx,
      auditEntry(services, owner, { act: 'webhook-endpoint.create', subject: endpoint.id, detail }),
    )
  })
  return endpoint
}

interface EndpointChangeRequest {
  url?: string | undefined
  events?: readonly WebhookEvent[] | undefined
  disabled?: boolean | undefined
}

/**
 * Changes an endpoint; absent fields do not change. While it is disabled, queued deliveries wait and no new ones are
 * queued.
 * @throws ApiError `webhook-endpoint-not-found`, `invalid-webhook-url`; then nothing has changed
 */
export async function changeEndpoint(
  services: EndpointServices,
  owner: Owner,
  id: string,
  request: EndpointChangeRequest,
): Promise<WebhookEndpointRow> {
  const url =
    request.url === undefined ? undefined : readWebhookUrl(request.url, { loopback: services.webhooksToLoopback })
  return services.store.transaction(async (tx) => {
    const before = await findEndpoint(tx, owner, id)
    const changes: WebhookEndpointChanges = {
      ...(url !== undefined && url !== before.url && { url }),
      ...(request.events && request.events.join() !== before.events.join() && { events: request.events }),
      ...(request.disabled !== undefined &&
        request.disabled !== (before.disabledAt !== null) && {
          disabledAt: request.disabled ? services.clock.now() : null,
        }),
    }
    const changed = Object.keys(changes)
    if (changed.length === 0) return before
    await updateWebhookEndpoint(tx, id, changes)
    const after = { ...before, ...changes }
    const detail = {
      changed: changed.join(', '),
      ...(changes.url !== undefined && { host: webhookHost(after.url) }),
      ...(changes.events && { events: after.events.join(', ') || 'all' }),
      ...(changes.disabledAt !== undefined && { now: after.disabledAt === null ? 'enabled' : 'disabled' }),
    }
    await insertAuditEntry(tx, auditEntry(services, owner, { act: 'webhook-endpoint.update', subject: id, detail }))
    return after
  })
}

const OVERLAP_MS = WEBHOOK_SECRET_OVERLAP_HOURS * 60 * 60 * 1000

/**
 * Gives an endpoint a new secret. For a day, the previous one signs too, so that a receiver can switch without losing
 * events.
 * @returns the endpoint with its new secret, which is never shown again
 * @throws ApiError `webhook-endpoint-not-found`
 */
export async function rollSecret(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'webhookCipher'>,
  owner: Owner,
  id: string,
): Promise<WebhookEndpointRow> {
  return services.store.transaction(async (tx) => {
    const before = await findEndpoint(tx, owner, id)
    const secret = services.secrets.webhookSecret()
    const changes = {
      secret: sealSecret(services.webhookCipher, before, secret),
      previousSecret: before.secret,
      previousSecretUntil: services.clock.now() + OVERLAP_MS,
    }
    await updateWebhookEndpoint(tx, id, changes)
    await insertAuditEntry(tx, auditEntry(services, owner, { act: 'webhook-endpoint.roll-secret', subject: id }))
    return { ...before, ...changes, secret }
  })
}

/** Removes an endpoint and its deliveries. @throws ApiError `webhook-endpoint-not-found` */
export async function removeEndpoint(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  id: string,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    const { url } = await findEndpoint(tx, owner, id)
    await deleteWebhookEndpoint(tx, id)
    const detail = { host: webhookHost(url) }
    await insertAuditEntry(tx, auditEntry(services, owner, { act: 'webhook-endpoint.delete', subject: id, detail }))
  })
}

/** Without the secret, which is shown only when it is created or rolled. */
export const toWebhookEndpoint = (row: WebhookEndpointRow, now: number): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  events: [...row.events],
  disabledAt: toIsoOrNull(row.disabledAt),
  previousSecretUntil: toIsoOrNull((row.previousSecretUntil ?? 0) > now ? row.previousSecretUntil : null),
  createdAt: toIso(row.createdAt),
})

export async function toWebhookMessage(db: Db, { id, event, createdAt }: WebhookMessageRow): Promise<WebhookMessage> {
  const deliveries = (await listWebhookDeliveries(db, [id])).map(toDelivery)
  return { id, event, createdAt: toIso(createdAt), deliveries }
}

const toDelivery = (row: WebhookDeliveryRow): WebhookMessage['deliveries'][number] => ({
  id: row.id,
  endpointId: row.endpointId,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: toIsoOrNull(row.status === 'WAITING' ? row.nextAttemptAt : null),
  lastStatusCode: row.lastStatusCode,
  lastError: row.lastError,
  deliveredAt: toIsoOrNull(row.deliveredAt),
})
