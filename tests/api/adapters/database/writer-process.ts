/** A process of its own: opens the file, adds members under its name, and says how many. */
import { openDatabase } from '../../../../api/adapters/database/open-database'
import { importApps } from '../../../../api/adapters/database/import-apps'
import { aMemberRow } from './a-member-row'

const [file = '', apps = '', name = '', count = '0'] = process.argv.slice(2)

async function write(): Promise<void> {
  const store = await openDatabase({ file })
  await importApps(store, apps)
  for (let n = 0; n < Number(count); n += 1) {
    const id = `mem_sb_${name}_${n}`
    await store.transaction(async ({ members }) => {
      await members.insert(aMemberRow({ id, email: `${id}@example.com` }))
      await members.lock(id)
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
