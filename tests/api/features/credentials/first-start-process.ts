/** A separate process: the first start of an issuer. Prints the loaded public keys. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../../../api/lib/clock'
import { openDatabase } from '../../../../api/database/open-database'
import { openIssuer } from '../../../../api/features/credentials/issuer'
import { waitUntil } from '../../../support/wait-until'

const [dataDir = '', keysIn = '', arrivals = '', together = '1'] = process.argv.slice(2)

async function start(): Promise<void> {
  const store = await openDatabase({ file: `${dataDir}/membership.db` })
  // All at the same moment.
  writeFileSync(join(arrivals, String(process.pid)), '')
  const areAllHere = () => readdirSync(arrivals).length === Number(together)
  await waitUntil('all have opened the database', areAllHere, 60_000, 1)
  const keys = { keysIn: keysIn === 'database' ? ('database' as const) : ('files' as const), encryptionKey: null }
  const issuer = await openIssuer({ keys, dataDir, issuerOrigin: 'http://localhost:4001' }, store, systemClock)
  const modes = ['live', 'test'] as const
  const all = [
    modes.flatMap((mode) => issuer.issuerKeys(mode).map(({ publicKeyMultibase }) => publicKeyMultibase)),
    modes.flatMap((mode) => issuer.logKeys(mode).map(({ publicKey }) => Buffer.from(publicKey).toString('hex'))),
  ].flat()
  process.stdout.write(JSON.stringify(all))
  await store.close()
}

start().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(String(error))
    process.exit(1)
  },
)
