import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../api/database/open-database'
import { createIssuer } from '../../../api/features/credentials/issuer'
import { createFileKeys } from '../../../api/features/credentials/keys'
import { listen } from '../../../api/http/server'
import { proofPaths } from '../../../contract/proof-paths'
import { runAudit } from '../../commands/audit-log/run-audit'
import { runSql } from '../../support/run-sql'
import { startTestApi } from '../../support/start-api'
import { createChecks, file, openWorld } from './verdicts-everywhere'
import type { World } from './verdicts-everywhere'

const NULLED = 'update tags set revoked_at = null, revoke_reason = null; update status_places set revoked_at = null'
const CLEARED = 'delete from revocations'

let world: World
let revoked: Awaited<ReturnType<World['download']>>
beforeEach(async () => {
  world = await openWorld()
  revoked = await world.download(await world.issue())
  await world.issue()
  await world.revoke(revoked.id)
}, 60_000)
afterEach(() => world.close())

/** The same database and keys, with no memory of before. */
async function restart() {
  const { folder, services, clock } = world
  const store = await openDatabase({ file: join(folder, 'membership.db') })
  const keys = createFileKeys(join(folder, 'keys'))
  const issuer = await createIssuer({ origin: services.issuer.origin, keys, now: () => clock.now() })
  const api = await startTestApi({ development: true, services: { store, issuer } })
  onTestFinished(() => api.close())
  return { api, checkEverywhere: createChecks(api) }
}

async function audit({ request }: Pick<World, 'request'>) {
  const server = await listen((asked) => request(new URL(asked.url).pathname), { host: '127.0.0.1', port: 0 })
  try {
    return await runAudit([server.url + proofPaths.live.log])
  } finally {
    await server.close(100)
  }
}

describe('a revocation that an intruder undoes in the database', () => {
  it('both columns nulled, restart: revoked on the page, in the terminal and on the server, and all is well in the log', async () => {
    runSql(world.folder, NULLED)
    const { api, checkEverywhere } = await restart()
    for (const input of [revoked.id, [file('badge.png', revoked.png)], [file('certificate.pdf', revoked.pdf)]]) {
      const { page, command, server } = await checkEverywhere(input)
      expect([page.title, command.title, command.code, server.title, server.isValid]).toEqual([
        'Revoked TrustTag',
        'Revoked TrustTag',
        1,
        'Revoked TrustTag',
        false,
      ])
    }
    expect(await audit(api)).toMatchObject({
      code: 0,
      output: expect.stringContaining('2 TrustTags issued, 1 revoked'),
    })
  })

  it('the private table cleared as well: never valid, and the audit reports UNREVOKED with exit code 1', async () => {
    runSql(world.folder, `${NULLED}; ${CLEARED}`)
    const { api, checkEverywhere } = await restart()
    for (const input of [revoked.id, [file('badge.png', revoked.png)]]) {
      const { page, command, server } = await checkEverywhere(input)
      expect(page.title).not.toBe('Valid TrustTag')
      expect([command.code, server.title, server.isValid]).toEqual([1, 'Revoked TrustTag', false])
    }
    expect(await audit(api)).toMatchObject({ code: 1, output: expect.stringContaining('UNREVOKED') })
  })
})
