import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSiteServer } from '../../../commands/serve/sites'
import { tempFolder } from '../../support/temp-folder'

function open() {
  const folder = tempFolder()
  mkdirSync(join(folder, 'verify'))
  writeFileSync(join(folder, 'verify/index.html'), '<h1>Verify</h1>')
  writeFileSync(join(folder, '404.html'), '<h1>Not found</h1>')
  const site = 'http://localhost:4000'
  const urls = { site, api: 'http://localhost:4001', demo: 'http://localhost:4002' }
  const server = createSiteServer({ folder, urls, lookUps: () => null, trustProxyHops: 0 })
  return async (path: string) => {
    const answer = await server.request(site + path)
    return [answer.status, await answer.text()]
  }
}

test.each(['/verify', '/verify/TT-WD2024001', '/verify/TT-WD2024001/', '/verify/nobody%20knows?from=mail'])(
  '%s is the page that checks TrustTags',
  async (path) => {
    expect(await open()(path)).toEqual([200, '<h1>Verify</h1>'])
  },
)

test.each(['/verify/TT-WD2024001/more', '/verifyTT', '/other/verify/TT-WD2024001'])('%s is not', async (path) => {
  expect(await open()(path)).toEqual([404, '<h1>Not found</h1>'])
})
