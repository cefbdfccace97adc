import { ApiError } from '../../api/lib/errors'
import { auditEntry, ownerText } from '../../api/domain/owner/owner-act'
import { toIso, toIsoOrNull } from '../../api/domain/owner/record-values'
import { makeSecretKey } from '../../api/domain/secret-keys/make-secret-key'
import { UsageError } from '../terminal/parse-arguments'
import { harmless } from '../terminal/harmless'
import type { Verb, Verbs } from './verb'

const create: Verb = {
  usage: 'create "<name>"',
  what: 'makes a secret key of the admin API and shows it once',
  async run(services, owner, { words }) {
    const name = ownerText(words.join(' '))
    if (name === '') throw new UsageError('Give the key a name, so that you can tell later what uses it.')
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
  },
}

const list: Verb = {
  usage: 'list',
  what: 'keys that there are and were, without the keys themselves',
  async run({ store }, { appId, mode }) {
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
        `${id}  …${ending}  ${revokedAt ? `revoked ${revokedAt}` : `last used ${lastUsedAt ?? 'never'}`}  ${harmless(name)}`,
    )
    return { data: { keys }, lines: lines.length > 0 ? lines : ['No keys yet.'] }
  },
}

const revoke: Verb = {
  usage: 'revoke <id>',
  what: 'ends a key at once',
  async run(services, owner, { words }) {
    const [id = ''] = words
    if (id === '' || words.length > 1) throw new UsageError('Name one key by its id: keys revoke key_…')
    await services.store.transaction(async (repositories) => {
      const isDone = await repositories.secretKeys.revoke(owner.appId, owner.mode, id, services.clock.now())
      if (!isDone) throw new ApiError('secret-key-not-found')
      await repositories.auditLog.insert(auditEntry(services, owner, { act: 'secret-key.revoke', subject: id }))
    })
    services.securityLog.write('admin-key-revoked', { ...owner, subject: id })
    return { data: { revoked: id }, lines: ['The key is revoked.'] }
  },
}

/** Secret keys of the admin API. */
export const keyVerbs: Verbs = { create, list, revoke }
