import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { build } from 'vite'
import { budgets } from '../bench/budgets'

test('the widget’s own code, without React, stays within its budget', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const configFile = fileURLToPath(new URL('../../vite.widget.config.ts', import.meta.url))
  const external = [/^(react|react-dom|scheduler)(\/|$)/]
  const built = await build({
    root,
    configFile,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { external } },
  })
  const [script] = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk') throw new Error('The build gave no script')
  expect(script.code).not.toContain('react.dev/errors')
  expect(gzipSync(script.code, { level: 9 }).byteLength).toBeLessThanOrEqual(budgets.ownGzipBytes)
})
