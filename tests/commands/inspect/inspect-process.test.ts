import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot, runNode } from '../../support/run-process'
import { tempFolder } from '../../support/temp-folder'

const script = join(projectRoot, 'commands', 'inspect.mjs')
const demoPage = join('demo-pages', 'inspector', 'nested-forms.html')

async function run(args: string[], options: Parameters<typeof runNode>[1] = {}) {
  const running = runNode([script, ...args], options)
  let out = ''
  running.child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const { code } = await running.ended
  return { code, out, all: running.output() }
}

test('it runs in the current folder, builds itself if needed, and prints only the report', async () => {
  const { code, out } = await run(['--json', demoPage])
  const rows: { id: string; file: string }[] = JSON.parse(out)
  expect(code).toBe(1)
  expect(rows).toContainEqual(expect.objectContaining({ id: 'nested-forms', severity: 'error', file: demoPage }))
})

test('its exit code and errors are those of the command', async () => {
  const cwd = tempFolder()
  writeFileSync(join(cwd, 'a.html'), '<div data-ms-form="login">')
  expect((await run(['a.html'], { cwd })).code).toBe(1)
  const missing = await run(['b.html'], { cwd })
  expect([missing.code, missing.out]).toEqual([2, '0 errors and 0 warnings in 0 pages.\n'])
  expect(missing.all).toContain('b.html does not exist.')
})

test('npm, which starts it in the project’s folder, does not change relative paths', async () => {
  const cwd = tempFolder()
  mkdirSync(join(cwd, 'site'))
  writeFileSync(join(cwd, 'site', 'a.html'), '<div data-ms-form="login">')
  const env = { npm_lifecycle_event: 'inspect', INIT_CWD: cwd }
  expect((await run(['site'], { env })).out).toContain(`${join('site', 'a.html')}:1 error`)
})

test('a closed pipe is not an error', async () => {
  const cwd = tempFolder()
  writeFileSync(join(cwd, 'a.html'), '<div data-ms-form="login">\n'.repeat(20_000))
  const child = spawn(process.execPath, [script, 'a.html'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.stdout.once('data', () => child.stdout.destroy())
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, err]).toEqual([1, ''])
})
