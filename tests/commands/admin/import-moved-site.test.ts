import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { adminCommand } from '../../../commands/admin/command'
import { inspectCommand } from '../../../commands/inspect/command'
import { projectRoot } from '../../support/run-process'
import { startTestApi } from '../../support/start-api'

const appId = 'app_sea-school'

async function startApi() {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  return api
}

test('the definition of a moved site is imported unchanged; what is undecided stays closed', async () => {
  const api = await startApi()
  const site = join(api.folder, 'site')
  cpSync(join(projectRoot, 'tests/fixtures/first-version'), site, { recursive: true })
  for (const name of ['home.html', 'login.html', 'join.html']) {
    const page = readFileSync(join(site, name), 'utf8')
    writeFileSync(join(site, name), page.replace('-id="demo"', '-id="sea-school"').replace('app_demo', appId))
  }
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const file = join(api.folder, 'moved.json')
  const terminal = { print: say, complain: say, cwd: api.folder, env: { DATA_DIR: api.folder }, colour: false }
  expect(await inspectCommand(['--moving', 'site', '--out', file], terminal), lines.join('\n')).toBe(0)
  const banksFolder = new URL('../../../api/banks/', import.meta.url)
  const admin = (...words: string[]) => adminCommand(['apps', ...words], { ...terminal, banksFolder })
  expect(await admin('import', file), lines.join('\n')).toBe(0)
  expect(lines.join('\n')).toContain('The app was added.')

  const { data } = await api.call('getApp', {}, { app: appId })
  expect(data).toMatchObject({ id: appId, contentGroups: [{ key: 'free-area' }] })
  // Whether this membership of Memberstack 1.0 cost something, the page does not say.
  const plans = [{ planId: 'pln_5c61ea857579e5001704b4ea' }]
  const signup = { email: 'ada@example.com', password: 'a-good-password', plans }
  const { body } = await api.call('signup', signup, { app: appId })
  expect(body.code).toBe('plan-restricted-to-admin')
})
