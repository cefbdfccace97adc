import type { CompiledQuery, Kysely } from 'kysely'
import type { SessionRepository, SessionRow } from '../../../ports/store'
import type { PrepareLookup } from '../../../database/lookup'
import type { Tables } from '../../../database/tables'
import { createCallerLookup } from './caller-lookup'
import { elsewhereThan } from './device-repository'
import type { ImageColumn } from '../../../database/db'

export function createSessionRepository(
  db: Kysely<Tables>,
  image: ImageColumn,
  prepareLookup?: PrepareLookup,
): SessionRepository {
  const findSession = createSessionLookup(db)
  return {
    async insert(session) {
      await db.insertInto('sessions').values(session).execute()
    },

    find: findSession,

    findCaller: createCallerLookup(db, image, prepareLookup),

    async delete(tokenDigest) {
      await db.deleteFrom('sessions').where('tokenDigest', '=', tokenDigest).execute()
    },

    async deleteByMember(memberId, exceptDevice = null) {
      const ofMember = db.deleteFrom('sessions').where('memberId', '=', memberId)
      await (exceptDevice === null ? ofMember : ofMember.where(elsewhereThan(exceptDevice))).execute()
    },

    async deleteOthers(memberId, tokenDigest) {
      await db.deleteFrom('sessions').where('memberId', '=', memberId).where('tokenDigest', '!=', tokenDigest).execute()
    },

    async deleteExpired(now) {
      await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
    },
  }
}

/** The query is compiled once, at the first use. */
function createSessionLookup(db: Kysely<Tables>): SessionRepository['find'] {
  let compiled: CompiledQuery | null = null
  return async (tokenDigest, now) => {
    compiled ??= db
      .selectFrom('sessions')
      .selectAll()
      .where('tokenDigest', '=', tokenDigest)
      .where('expiresAt', '>', now)
      .compile()
    const { rows } = await db.executeQuery<SessionRow>({ ...compiled, parameters: [tokenDigest, now] })
    return rows[0] ?? null
  }
}
