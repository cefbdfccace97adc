import type { Kysely, Transaction } from 'kysely'
import { proofModes } from '../../contract/proof-paths'
import type { Tables } from '../database/tables'
import { auditEntry } from '../features/audit/actions'
import type { Services } from '../ports/services'

/** What is done to a whole database, as the audit log of each of its apps tells of it. */
export interface DatabaseAct {
  act: 'database.copy' | 'database.restore' | 'database.rollback'
  detail: Record<string, string>
}

/** Writes it down for every app and mode. */
export async function recordAction(
  db: Kysely<Tables> | Transaction<Tables>,
  services: Pick<Services, 'secrets' | 'clock'>,
  { act, detail }: DatabaseAct,
): Promise<void> {
  const apps = await db.selectFrom('apps').select('id').execute()
  const entries = apps.flatMap(({ id: appId }) =>
    proofModes.map((mode) =>
      auditEntry(services, { appId, mode, actor: 'owner command' }, { act, subject: appId, detail }),
    ),
  )
  for (const entry of entries)
    await db
      .insertInto('auditLog')
      .values({ ...entry, detail: JSON.stringify(entry.detail) })
      .execute()
}
