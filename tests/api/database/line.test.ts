import { expect, onTestFinished, test } from 'vitest'
import { importApps } from '../../../api/operations/import-apps'
import { openPostgres } from '../../../api/database/open-database'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'
import { findMemberByEmail, insertMember } from '../../../api/features/members/repository'
import { aMemberRow } from './a-member-row'
import { appsFolder } from './open-test-store'

const MEMBERS = 24

test.runIf(hasPostgres)(
  'members that are added in line, by two processes, are each added with the first try',
  async () => {
    const { url } = await createTestDatabase()
    const stores = [await openPostgres({ url, poolSize: 6 }), await openPostgres({ url, poolSize: 6 })]
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
    await importApps(stores[0]!, appsFolder)
    let tries = 0
    const add = (index: number) =>
      stores[index % 2]!.transaction(async (tx) => {
        tries += 1
        const email = `member-${index}@example.com`
        expect(await findMemberByEmail(tx, 'app_demo', 'test', email)).toBeNull()
        await insertMember(tx, aMemberRow({ id: `mem_sb_${index}`, email }))
      }, 'members')
    await Promise.all(Array.from({ length: MEMBERS }, (_, index) => add(index)))
    expect(tries).toBe(MEMBERS)
  },
)
