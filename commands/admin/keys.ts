import { ApiError } from '../../api/lib/errors'
import { insertSecretKey, listSecretKeys, makeSecretKey, revokeSecretKey } from '../../api/features/apps/secret-keys'
import { auditEntry, ownerText } from '../../api/features/audit/actions'
import { makeSetupLink } from '../../api/features/staff/setup'
import { toIso, toIsoOrNull } from '../../api/lib/clock'
import { keyRights } from '../../contract/admin/rights'
import type { Right } from '../../contract/admin/rights'
import { UsageError } from '../command'
import { escapeControlChars } from '../terminal'
import { task, verb } from './verb'
import type { AdminOwner, AdminServices, Outcome } from './verb'
import { insertAuditEntry } from '../../api/features/audit/repository'

const create = verb({
  name: 'keys create',
  positionals: ['"<name>"…'],
  options: {
    rights: {
      type: 'string',
      value: '<right>,…',
      summary: 'rights of the key, such as members.read,plans.write; default: all that a key can have',
    },
  },
  summary: 'creates a secret key for the admin API and shows it once',
  run({ words, values }) {
    const name = ownerText(words.join(' '))
    if (name === '') throw new UsageError('Name the key after what will use it.')
    const chosen = values.rights === undefined ? null : readRights(values.rights)
    return task((services, owner) => createKey(services, owner, name, chosen))
  },
})

/** @throws {UsageError} for a right that does not exist, or that no key can have */
function readRights(text: string): Right[] {
  const named = text.split(',').map((one) => one.trim())
  return [...new Set(named)].map((one) => {
    const right = keyRights.find((known) => known === one)
    if (right === undefined) throw new UsageError(`"${one}" is not a right of keys. Use: ${keyRights.join(', ')}.`)
    return right
  })
}

const list = verb({
  name: 'keys list',
  summary: 'lists active and revoked keys, without their secrets',
  run: () => task(listKeys),
})

const revoke = verb({
  name: 'keys revoke',
  positionals: ['<id>'],
  summary: 'revokes a key immediately',
  run: ({ words: [id = ''] }) => task((services, owner) => revokeKey(services, owner, id)),
})

const consoleLink = verb({
  name: 'console link',
  summary: 'creates a link that sets up a server owner of the console, or a new password for one, once',
  run: () => Promise.resolve({ appId: null, act: makeConsoleLink }),
})

export const keyVerbs = [create, list, revoke, consoleLink]

async function makeConsoleLink(services: AdminServices): Promise<Outcome> {
  const { url, expiresAt } = await makeSetupLink(services, 'owner command')
  services.securityLog.write('owner-link-made', { actor: 'owner command', subject: 'console' })
  const lines = [url, `The link works once, until ${toIso(expiresAt)}.`]
  return { data: { url, expiresAt: toIso(expiresAt) }, lines, heading: 'Console' }
}

async function createKey(
  services: AdminServices,
  owner: AdminOwner,
  name: string,
  rights: readonly Right[] | null,
): Promise<Outcome> {
  const { key, row } = makeSecretKey(services, owner, name, rights)
  const detail = { name, ...(rights && { rights: rights.join(', ') }) }
  await services.store.transaction(async (repositories) => {
    await insertSecretKey(repositories, row)
    await insertAuditEntry(
      repositories,
      auditEntry(services, owner, { act: 'secret-key.create', subject: row.id, detail }),
    )
  })
  services.securityLog.write('admin-key-made', { ...owner, subject: row.id })
  return {
    data: { id: row.id, name, key, rights: rights ?? keyRights },
    lines: [
      `${row.id}  ${name}`,
      ...(rights ? [`Rights: ${rights.join(', ')}`] : []),
      key,
      'The key is shown only once. Keep it on a server, never in a page.',
    ],
  }
}

async function listKeys({ store }: AdminServices, { appId, mode }: AdminOwner): Promise<Outcome> {
  const rows = await listSecretKeys(store, appId, mode)
  const keys = rows.map(({ id, name, ending, createdAt, lastUsedAt, revokedAt }) => ({
    id,
    name,
    ending,
    createdAt: toIso(createdAt),
    lastUsedAt: toIsoOrNull(lastUsedAt),
    revokedAt: toIsoOrNull(revokedAt),
  }))
  const lines = keys.map(
    ({ id, name, ending, lastUsedAt, revokedAt }) =>
      `${id}  …${ending}  ${revokedAt ? `revoked ${revokedAt}` : `last used ${lastUsedAt ?? 'never'}`}  ${escapeControlChars(name)}`,
  )
  return { data: { keys }, lines: lines.length > 0 ? lines : ['No keys yet.'] }
}

async function revokeKey(services: AdminServices, owner: AdminOwner, id: string): Promise<Outcome> {
  await services.store.transaction(async (repositories) => {
    const isDone = await revokeSecretKey(
      repositories,
      { appId: owner.appId, mode: owner.mode },
      id,
      services.clock.now(),
    )
    if (!isDone) throw new ApiError('secret-key-not-found')
    await insertAuditEntry(repositories, auditEntry(services, owner, { act: 'secret-key.revoke', subject: id }))
  })
  services.securityLog.write('admin-key-revoked', { ...owner, subject: id })
  return { data: { revoked: id }, lines: ['The key was revoked.'] }
}
