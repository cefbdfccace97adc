/** A separate process: the first start of an issuer. Prints the loaded public keys. */
import { systemClock } from '../../../../api/lib/clock'
import { openDatabase } from '../../../../api/database/open-database'
import { openIssuer } from '../../../../api/features/credentials/issuer'

const [dataDir = '', keysIn = '', startAt = '0'] = process.argv.slice(2)

async function start(): Promise<void> {
  const store = await openDatabase({ file: `${dataDir}/membership.db` })
  // All at the same moment.
  while (Date.now() < Number(startAt)) await new Promise((resolve) => setTimeout(resolve, 1))
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
