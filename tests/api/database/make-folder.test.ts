import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { makeFolder } from '../../../api/lib/folders'
import { runNode } from '../../support/run-process'
import { tempFolder } from '../../support/temp-folder'

it('makes what is missing, for its owner only, and is content with what is there', () => {
  const top = join(tempFolder(), 'a')
  makeFolder(join(top, 'b', 'c'))
  makeFolder(join(top, 'b', 'c'))
  for (const path of [top, join(top, 'b'), join(top, 'b', 'c')]) {
    expect(statSync(path).isDirectory()).toBe(true)
    expect(statSync(path).mode & 0o077).toBe(0)
  }
})

it.each(['at the place', 'above it'])('refuses a file %s', (where) => {
  const file = join(tempFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(where === 'above it' ? join(file, 'data') : file)).toThrow(/EEXIST|ENOTDIR/u)
})

it('gives up in a file system that takes no folders', async () => {
  // In a separate process: a call that never returns could not be timed out.
  const script = join(tempFolder(), 'make.cjs')
  const source = fileURLToPath(new URL('../../../api/lib/folders.ts', import.meta.url))
  const stdin = {
    contents: `import { makeFolder } from ${JSON.stringify(source)}\nmakeFolder('/proc/membership/data')`,
    resolveDir: '.',
  }
  await build({ stdin, outfile: script, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' })
  const running = runNode([script])
  const timer = setTimeout(() => running.child.kill('SIGKILL'), 60_000)
  expect(await running.ended).toEqual({ code: 1, signal: null })
  clearTimeout(timer)
  expect(running.output()).toMatch(/ENOENT|EACCES|EPERM/u)
})
