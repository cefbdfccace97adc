import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { build } from 'vite'
import { notices, packageOf, thirdPartyNotices } from '../../../commands/packages/notices.mjs'
import { projectRoot } from '../../support/run-process'
import { startTestApi } from '../../support/start-api'

test.for([
  ['/x/node_modules/react/index.js', 'react'],
  ['/x/node_modules/@noble/hashes/sha2.js?sha-512', '@noble/hashes'],
  ['/x/node_modules/a/node_modules/b/c.js', 'b'],
  [String.raw`C:\x\node_modules\wouter\index.js`, 'wouter'],
  ['/x/widget/index.ts', null],
  ['\0vite/preload-helper', null],
])('%j is a module of %s', ([path, name]) => {
  expect(packageOf(path!)).toBe(name)
})

test('each package is listed once with version and license text, or its author without one', async () => {
  const text = await notices(['react', 'wouter', 'react'], 'this')
  expect(text.match(/^react \d+\.\d+\.\d+$/gmu)).toHaveLength(1)
  expect(text).toContain('Permission is hereby granted, free of charge')
  expect(text).toMatch(/^wouter \S+\n\nLicense: Unlicense$/mu)
})

describe('a build', () => {
  it('names the bundled packages, and none that was tree-shaken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'membership-notices-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const entry = join(projectRoot, 'tests/commands/packages/one-package.ts')
    await build({
      configFile: false,
      logLevel: 'silent',
      root: projectRoot,
      plugins: [thirdPartyNotices('this')],
      build: { outDir: folder, emptyOutDir: true, lib: { entry, formats: ['es'], fileName: 'one' } },
    })
    const text = readFileSync(join(folder, 'third-party-notices.txt'), 'utf8')
    expect(text).toMatch(/^nanostores \S+$/mu)
    expect(text).not.toMatch(/^@scure\/base \S+$/mu)
  })
})

test.runIf(existsSync(join(projectRoot, 'dist/widget/third-party-notices.txt')))(
  'the licenses of bundled packages are beside the script',
  async () => {
    const api = await startTestApi({ widgetFolder: join(projectRoot, 'dist/widget') })
    onTestFinished(() => api.close())
    const answer = await api.request('/third-party-notices.txt')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    for (const name of ['react', 'react-dom', 'nanostores', 'js-cookie'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'mu'))
  },
)
