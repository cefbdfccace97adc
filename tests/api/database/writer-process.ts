/** A separate process: adds members under its name and counts them in a row that all processes share. */
import { openDatabase } from '../../../api/database/open-database'
import { findMemberById, insertMember, updateMemberById } from '../../../api/features/members/repository'
import { importApps } from '../../../api/operations/import-apps'
import { UniqueConstraintError } from '../../../api/lib/errors'
import { aMemberRow } from './a-member-row'

const [file = '', apps = '', name = '', count = '0'] = process.argv.slice(2)

const COUNTER = 'mem_sb_counter'

async function write(): Promise<void> {
  const store = await openDatabase({ file })
  await importApps(store, apps)
  const start = aMemberRow({ id: COUNTER, email: 'counter@example.com', metaData: { count: 0 } })
  await store
    .transaction((tx) => insertMember(tx, start))
    .catch((error: unknown) => {
      if (!(error instanceof UniqueConstraintError)) throw error
    })
  for (let n = 0; n < Number(count); n += 1) {
    const id = `mem_sb_${name}_${n}`
    await store.transaction(async (tx) => {
      // Read first: a transaction without the write lock would fail here.
      const counter = await findMemberById(tx, COUNTER)
      await insertMember(tx, aMemberRow({ id, email: `${id}@example.com` }))
      await updateMemberById(tx, COUNTER, { metaData: { count: Number(counter?.metaData['count']) + 1 } })
    })
  }
  await store.close()
}

write().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(String(error))
    process.exit(1)
  },
)
