import { transform } from 'esbuild'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../support/run-process'

const folder = join(projectRoot, 'commands')
const entries = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
const files = [...entries, 'runtime/run-command.mjs']

/** Node 12 supports modules and `import()`, but nothing newer than ES2019. */
const parsesOnOldNode = (code: string) =>
  transform(code, { target: 'node12.20', minify: true }).then(async (old) => {
    const today = await transform(code, { target: 'esnext', minify: true })
    return old.code === today.code
  })

describe('files that an old Node must be able to read', () => {
  it('are found', () => expect(entries).toContain('run.mjs'))

  it.each(files)('%s uses old syntax only', async (file) => {
    expect(await parsesOnOldNode(readFileSync(join(folder, file), 'utf8'))).toBe(true)
  })

  it.each(['const a = b?.c', 'const a = b ?? c', 'await b()', 'class A { #b = 1 }'])(
    'would notice: %s',
    async (code) => {
      expect(await parsesOnOldNode(code).catch(() => false)).toBe(false)
    },
  )
})
