import { join } from 'node:path'
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { systemClock } from '../../../../api/lib/clock'
import { openIssuer } from '../../../../api/features/credentials/issuer'
import { runNode } from '../../../support/run-process'
import { tempFolder } from '../../../support/temp-folder'
import { openTestStore } from '../../database/open-test-store'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

it.each(['files', 'database'])('parallel first starts create one set of keys in %s', async (keysIn) => {
  const folder = tempFolder()
  const script = join(folder, 'first-start.cjs')
  await build({
    entryPoints: [here('first-start-process.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['libsql', '@digitalbazaar/*', '@digitalcredentials/*'],
    logLevel: 'silent',
  })
  // A few rounds, as two processes can miss each other.
  for (const round of [1, 2, 3]) {
    const dataDir = join(folder, String(round))
    mkdirSync(dataDir)
    const store = await openTestStore(join(dataDir, 'membership.db'))
    await store.close()
    const env = { NODE_PATH: here('../../../../node_modules') }
    const arrivals = tempFolder()
    const started = [1, 2, 3].map(() => runNode([script, dataDir, keysIn, arrivals, '3'], { env }))
    const ends = await Promise.all(started.map(({ ended }) => ended))
    const outputs = started.map((process) => process.output())
    expect([ends.map(({ code }) => code), outputs]).toEqual([[0, 0, 0], outputs])
    expect(JSON.parse(outputs[0] ?? '')).toHaveLength(4)
    expect(new Set(outputs).size).toBe(1)
  }
})

it('lost keys of an existing log are never silently replaced', async () => {
  const dataDir = tempFolder()
  const store = await openTestStore(join(dataDir, 'membership.db'))
  const config = {
    keys: { keysIn: 'files' as const, encryptionKey: null },
    dataDir,
    issuerOrigin: 'http://localhost:4001',
  }
  const issuer = await openIssuer(config, store, systemClock)
  await store.transaction(async ({ log }) => {
    await log.lock('test')
    const root = new Uint8Array(32)
    const checkpoint = await issuer.signCheckpoint('test', { size: 1, root })
    const hashes = [{ level: 0, position: 0, hash: '00'.repeat(32) }]
    await log.append({ mode: 'test', size: 1, checkpoint, entry: '{}', hashes })
  })
  rmSync(join(dataDir, 'keys'), { recursive: true })
  await expect(openIssuer(config, store, systemClock)).rejects.toMatchObject({
    expected: true,
    message: expect.stringMatching(
      /^TrustTags cannot be signed: the signing keys are missing[^\n]*npm run keys -- make[^\n]*$/u,
    ),
  })
  await store.close()
})
