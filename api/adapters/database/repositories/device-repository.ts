import type { ExpressionBuilder, Kysely } from 'kysely'
import type { DeviceRepository, DeviceRow } from '../../../ports/device-store'
import type { Tables } from '../../../database/tables'

/** Of sessions and connections: rows of any device but this one, and of none. */
export const elsewhereThan =
  (deviceId: string) => (builder: ExpressionBuilder<Tables, 'sessions' | 'providerConnections'>) =>
    builder.or([builder('deviceId', 'is', null), builder('deviceId', '!=', deviceId)])

export function createDeviceRepository(db: Kysely<Tables>): DeviceRepository {
  const devices = (seenAfter: number) => db.selectFrom('devices').selectAll().where('lastSeenAt', '>', seenAfter)
  const deleteByMember: DeviceRepository['deleteByMember'] = async (memberId, except = null) => {
    const ofMember = db.deleteFrom('devices').where('memberId', '=', memberId)
    await (except === null ? ofMember : ofMember.where('deviceId', '!=', except)).execute()
  }
  return {
    async find(memberId, deviceId, seenAfter) {
      const row = await devices(seenAfter)
        .where('memberId', '=', memberId)
        .where('deviceId', '=', deviceId)
        .executeTakeFirst()
      return row ?? null
    },

    async findOfAnyMember({ appId, mode, deviceId, tokenDigest }, seenAfter) {
      const row = await devices(seenAfter)
        .where('deviceId', '=', deviceId)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('tokenDigest', '=', tokenDigest)
        .executeTakeFirst()
      return row ?? null
    },

    save: (device, max) => save(db, device, max),

    async notePassword(memberId, sessionDigest, passwordSetAt) {
      await db
        .updateTable('devices')
        .set({ passwordSetAt })
        .where('memberId', '=', memberId)
        .where('deviceId', '=', (columns) =>
          columns.selectFrom('sessions').select('deviceId').where('tokenDigest', '=', sessionDigest),
        )
        .execute()
    },

    async deleteOthers(memberId, sessionDigest) {
      const session = await db
        .selectFrom('sessions')
        .select('deviceId')
        .where('tokenDigest', '=', sessionDigest)
        .executeTakeFirst()
      await deleteByMember(memberId, session?.deviceId)
    },

    deleteByMember,

    async deleteSeenBefore(time) {
      await db.deleteFrom('devices').where('lastSeenAt', '<=', time).execute()
    },
  }
}

async function save(db: Kysely<Tables>, device: DeviceRow, max: number): Promise<void> {
  const { tokenDigest, lastSeenAt, passwordSetAt } = device
  await db
    .insertInto('devices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'deviceId']).doUpdateSet({ tokenDigest, lastSeenAt, passwordSetAt }),
    )
    .execute()
  const newest = db
    .selectFrom('devices')
    .select('deviceId')
    .where('memberId', '=', device.memberId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('deviceId')
    .limit(max)
  await db.deleteFrom('devices').where('memberId', '=', device.memberId).where('deviceId', 'not in', newest).execute()
}
