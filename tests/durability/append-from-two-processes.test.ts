import * as v from 'valibot'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { createFileKeys } from '../../api/features/credentials/keys'
import { createIssuer } from '../../api/features/credentials/issuer'
import { openDatabase, openPostgres } from '../../api/database/open-database'
import { proofModes } from '../../contract/proof-paths'
import { checkpointFaults, logFaults } from '../support/log-faults'
import { hasPostgres } from '../support/postgres/find-postgres'
import { createTestDatabase } from '../support/postgres/test-database'
import { withRepositories } from '../support/repositories'
import { runNode } from '../support/run-process'
import { tempFolder } from '../support/temp-folder'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const NAMES = ['one', 'two']
const EACH = 100

const signed = v.object({ mode: v.picklist(proofModes), checkpoint: v.string() })

const engines = ['SQLite', ...(hasPostgres ? ['PostgreSQL'] : [])]

test.each(engines)(
  'two processes that append to one database leave no gap and no fork, and all checkpoints are consistent: %s',
  async (engine) => {
    const folder = tempFolder()
    const [keys, script] = [join(folder, 'keys'), join(folder, 'append.cjs')]
    const database = engine === 'SQLite' ? join(folder, 'membership.db') : (await createTestDatabase()).url
    await build({
      entryPoints: [here('append-process.ts')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['libsql', 'pg', '@digitalbazaar/*', '@digitalcredentials/*'],
      logLevel: 'silent',
    })
    const opened = engine === 'SQLite' ? openDatabase({ file: database }) : openPostgres({ url: database })
    const store = withRepositories(await opened)
    const issuer = await createIssuer({ origin: 'http://localhost:4001', keys: createFileKeys(keys), now: () => 0 })
    const env = { NODE_PATH: here('../../node_modules') }
    const start = tempFolder()
    const running = NAMES.map((name) =>
      runNode([script, database, keys, name, String(EACH), start, String(NAMES.length)], { env }),
    )
    const ends = await Promise.all(running.map(({ ended }) => ended))
    const outputs = running.map((one) => one.output())
    expect(
      ends.map(({ code }) => code),
      outputs.join('\n').slice(-500),
    ).toEqual([0, 0])

    const all = outputs.map((output) =>
      output
        .trimEnd()
        .split('\n')
        .map((line) => v.parse(signed, JSON.parse(line))),
    )
    for (const mode of proofModes) {
      const logKeys = issuer.logKeys(mode)
      const checkpoints = all.flat().filter((one) => one.mode === mode)
      const entries = await store.log.readEntries(mode, 0, 10_000)
      expect(await logFaults(store.log, mode, logKeys)).toEqual([])
      expect(new Set(entries).size).toBe(NAMES.length * EACH)
      expect(entries).toHaveLength(NAMES.length * EACH)
      const texts = checkpoints.map(({ checkpoint }) => checkpoint)
      expect(new Set(texts.map((text) => text.split('\n')[1])).size).toBe(NAMES.length * EACH)
      expect(await checkpointFaults(entries, texts, logKeys)).toEqual([])
      // The processes did alternate.
      const [first = []] = all.map((own) => own.filter((one) => one.mode === mode))
      const sizes = first.map(({ checkpoint }) => Number(checkpoint.split('\n')[1]))
      expect(sizes.at(-1)! - sizes[0]!).toBeGreaterThan(EACH)
    }
    await store.close()
  },
)
