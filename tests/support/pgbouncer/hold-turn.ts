import { openPostgresLock } from '../../../api/database/shared-lock'

/** Takes a lock and holds it until killed. Arguments: the URL of the database, the lease in milliseconds. */
const [, , url = '', leaseMs] = process.argv
void openPostgresLock(url, { leaseMs: Number(leaseMs) }).tryWithLock('mirror', async () => {
  process.stdout.write('held\n')
  await new Promise(() => setInterval(() => {}, 3_600_000))
})
