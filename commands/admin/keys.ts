import { ApiError } from '../../api/lib/errors'
import { makeSecretKey } from '../../api/features/apps/secret-keys'
import { auditEntry, ownerText } from '../../api/features/audit/actions'
import { toIso, toIsoOrNull } from '../../api/lib/clock'
import { UsageError } from '../command'
import { escapeControlChars } from '../escape'
import { task, verb } from './verb'
import type { AdminOwner, AdminServices, Outcome } from './verb'

const create = verb({
  name: 'keys create',
  positionals: ['"<name>"…'],
  summary: 'makes a secret key of the admin API and shows it once',
  run({ words }) {
    const name = ownerText(words.join(' '))
    if (name === '') throw new UsageError('Give the key a name, so that you can tell later what uses it.')
    return task((services, owner) => createKey(services, owner, name))
  },
})

const list = verb({
  name: 'keys list',
  summary: 'keys that there are and were, without the keys themselves',
  run: () => task(listKeys),
})

const revoke = verb({
  name: 'keys revoke',
  positionals: ['<id>'],
  summary: 'ends a key at once',
  run: ({ words: [id = ''] }) => task((services, owner) => revokeKey(services, owner, id)),
})

/** Secret keys of the admin API. */
export const keyVerbs = [create, list, revoke]

async function createKey(services: AdminServices, owner: AdminOwner, name: string): Promise<Outcome> {
  const { key, row } = makeSecretKey(services, owner, name)
  await services.store.transaction(async (repositories) => {
    await repositories.secretKeys.insert(row)
    await repositories.auditLog.insert(
      auditEntry(services, owner, { act: 'secret-key.create', subject: row.id, detail: { name } }),
    )
  })
  services.securityLog.write('admin-key-made', { ...owner, subject: row.id })
  return {
    data: { id: row.id, name, key },
    lines: [`${row.id}  ${name}`, key, 'It is shown only now. Keep it on a server, never in a page.'],
  }
}

async function listKeys({ store }: AdminServices, { appId, mode }: AdminOwner): Promise<Outcome> {
  const rows = await store.secretKeys.list(appId, mode)
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
    const isDone = await repositories.secretKeys.revoke(owner.appId, owner.mode, id, services.clock.now())
    if (!isDone) throw new ApiError('secret-key-not-found')
    await repositories.auditLog.insert(auditEntry(services, owner, { act: 'secret-key.revoke', subject: id }))
  })
  services.securityLog.write('admin-key-revoked', { ...owner, subject: id })
  return { data: { revoked: id }, lines: ['The key is revoked.'] }
}
