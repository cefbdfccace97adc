/** A separate process: opens the database and appends to both logs, one transaction each; prints every checkpoint it signed. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileKeys } from '../../api/features/credentials/keys'
import { createIssuer } from '../../api/features/credentials/issuer'
import { openDatabase, openPostgres } from '../../api/database/open-database'
import { ApiError } from '../../api/lib/errors'
import { appendEntry } from '../../api/features/transparency-log/tree'
import { logEntry } from '../../contract/credential/log-entry'
import { proofModes } from '../../contract/proof-paths'
import type { ProofMode } from '../../contract/proof-paths'
import { waitUntil } from '../support/wait-until'
import { withRepositories } from '../support/repositories'
import type { Store } from '../support/repositories'
import type { Issuer } from '../../api/features/credentials/issuer'

const [database = '', keys = '', name = '', count = '0', start = '', together = '1'] = process.argv.slice(2)

const ENDED = '.ended'

async function append(): Promise<void> {
  const isPostgres = database.startsWith('postgres://')
  const opened = isPostgres ? openPostgres({ url: database }) : openDatabase({ file: database })
  const store = withRepositories(await opened)
  const issuer = await createIssuer({ origin: 'http://localhost:4001', keys: createFileKeys(keys), now: () => 0 })
  // All start at the same time, regardless of load time.
  writeFileSync(join(start, name), '')
  await waitUntil('all have started', () => readdirSync(start).length >= Number(together), undefined, 1)
  for (let number = 0; number < Number(count); number += 1)
    for (const mode of proofModes) {
      const digest = Buffer.from(`${name} ${number}`).toString('hex').padStart(64, '0')
      const head = await untilAnswered(() =>
        store.transaction(async (tx) => {
          await appendEntry(tx, { issuer }, mode, logEntry('issue', digest))
          return { checkpoint: (await tx.log.head(mode))?.checkpoint, entries: await countEntries(tx) }
        }),
      )
      process.stdout.write(`${JSON.stringify({ mode, checkpoint: head.checkpoint })}\n`)
      // A rolled-back append leaves no trace in either process.
      if (number % 5 === 0) await untilAnswered(() => giveUp(store, issuer, mode))
      const isAlone = () => readdirSync(start).filter((file) => file.endsWith(ENDED)).length >= Number(together) - 1
      const hasOther = async () => isAlone() || (await untilAnswered(() => countEntries(store))) > head.entries
      await waitUntil('another process has appended', hasOther, undefined, 1)
    }
  writeFileSync(join(start, name + ENDED), '')
  await store.close()
}

async function countEntries({ log }: Pick<Store, 'log'>): Promise<number> {
  const heads = await Promise.all(proofModes.map((mode) => log.head(mode)))
  return heads.reduce((total, head) => total + (head?.size ?? 0), 0)
}

/** Retry like a user after "temporarily unavailable": the database was locked for too long. */
async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'service-unavailable') throw error
    }
  }
}

async function giveUp(store: Store, issuer: Issuer, mode: ProofMode): Promise<void> {
  const given = store.transaction(async (tx) => {
    await appendEntry(tx, { issuer }, mode, logEntry('issue', 'f'.repeat(64)))
    throw new Error('given up')
  })
  await given.catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'given up') throw error
  })
}

append().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(String(error))
    process.exit(1)
  },
)
