import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTags } from '../../support/issued-tags'
import type { IssuedTags } from '../../support/issued-tags'
import { projectRoot, runNode } from '../../support/run-process'
import { tempFolder } from '../../support/temp-folder'

const script = join(projectRoot, 'commands', 'run.mjs')
let tags: IssuedTags

beforeAll(async () => {
  tags = await issueTags()
})
afterAll(() => tags.close())

it('it runs in the current folder, builds itself if needed, and exits with the command’s code', async () => {
  const cwd = tempFolder()
  const { credential, proof, statusList, trust } = tags.live
  const files = {
    'tag.json': credential,
    'tag.tlog-proof': proof,
    'status.json': statusList,
    'forged.json': credential,
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content ?? '')
  writeFileSync(join(cwd, 'forged.json'), credential.replace('"value":"80"', '"value":"100"'))
  writeFileSync(join(cwd, 'trust.json'), JSON.stringify(trust))
  const options = ['--offline', '--trust', 'trust.json', '--status', 'status.json', '--now', '2026-11-21T09:00:00Z']

  const run = async (file: string, how: Parameters<typeof runNode>[1] = { cwd }) => {
    const running = runNode([script, 'verify-tag', file, ...options], how)
    const { code } = await running.ended
    return { code, output: running.output() }
  }
  expect(await run('tag.json')).toMatchObject({ code: 0, output: expect.stringContaining('Valid TrustTag\n') })
  expect(await run('forged.json')).toMatchObject({ code: 1, output: expect.stringContaining('Altered TrustTag\n') })
  // npm runs scripts in the project's folder.
  const env = { npm_lifecycle_event: 'verify-tag', INIT_CWD: cwd }
  expect(await run('tag.json', { env })).toMatchObject({ code: 0 })
})
