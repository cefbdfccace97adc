import { join } from 'node:path'
import { expect, test } from 'vitest'
import { passkeysCommand } from '../../commands/passkeys'
import type { AppDefinition } from '../../api/features/apps/definition'
import { openDatabaseWithApps } from '../support/database-with-apps'
import { tempFolder } from '../support/temp-folder'

/** An app with these live domains, and what the RP ID's host answers. */
async function run(
  changes: Partial<AppDefinition>,
  answer: Response | Error | null,
  args: string[] = ['check', '--app', 'app_shop'],
) {
  const folder = tempFolder()
  const store = await openDatabaseWithApps({ file: join(folder, 'membership.db') })
  const demo = (await store.apps.findById('app_demo'))!
  await store.apps.insert({ ...demo, id: 'app_shop', keys: { test: 'pk_sb_shop', live: 'pk_shop' }, ...changes })
  await store.close()
  const [printed, complained, asked]: [string[], string[], unknown[]] = [[], [], []]
  const code = await passkeysCommand(args, {
    env: { DATA_DIR: folder },
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
    fetch: (url, init) => {
      asked.push(url, init.credentials)
      return answer instanceof Error || answer === null
        ? Promise.reject(answer ?? new Error('unexpected'))
        : Promise.resolve(answer)
    },
  })
  return { code, lines: printed, complaint: complained.join('\n'), asked }
}

const signIn = (rpId?: string) => ({ preset: 'compatible' as const, passkeys: rpId === undefined ? {} : { rpId } })
const two = { liveDomains: ['www.example.com', 'shop.example.net', 'localhost'], signIn: signIn('example.com') }
const listing = (...origins: string[]) => Response.json({ origins })

test('one domain needs no file', async () => {
  const { code, lines, asked } = await run({ liveDomains: ['www.example.com', 'app.example.com'] }, null)
  expect([code, lines]).toEqual([0, ['app_shop: www.example.com works.', 'app_shop: app.example.com works.']])
  expect(asked).toEqual([])
})

test('several domains need an RP ID', async () => {
  const { code, lines } = await run({ liveDomains: ['example.com', 'example.net'] }, null)
  expect([code, lines[0]]).toEqual([1, expect.stringContaining('no signIn.passkeys.rpId')])
})

test('a domain that the file lists works; the file is read without cookies', async () => {
  const { code, lines, asked } = await run(two, listing('https://shop.example.net'))
  expect([code, lines]).toEqual([
    0,
    ['app_shop: www.example.com works.', 'app_shop: shop.example.net works, as listed by example.com.'],
  ])
  expect(asked).toEqual(['https://example.com/.well-known/webauthn', 'omit'])
})

test.for<[string, Response | Error, string]>([
  ['is missing', new Response('', { status: 404 }), 'has the status 404.'],
  [
    'is text',
    new Response('{"origins":[]}', { headers: { 'content-type': 'text/plain' } }),
    'must be application/json',
  ],
  ['is something else', Response.json({ sites: [] }), 'has no list "origins".'],
  ['is no JSON', new Response('<html>', { headers: { 'content-type': 'application/json' } }), 'cannot be read'],
  ['has another domain', listing('https://example.org'), 'does not list https://shop.example.net.'],
  ['is on a host that does not answer', new Error('ENOTFOUND'), 'cannot be read: ENOTFOUND'],
  [
    'lists five domains before',
    listing(
      'https://a1.com',
      'https://a2.com',
      'https://a3.com',
      'https://a4.com',
      'https://a5.com',
      'https://shop.example.net',
    ),
    'lists too many domains before https://shop.example.net.',
  ],
])('a file that %s is named', async ([, answer, reason]) => {
  const { code, lines } = await run(two, answer)
  expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining(reason)])
})

test('a sixth domain is one too many', async () => {
  const liveDomains = ['example.com', ...[1, 2, 3, 4, 5, 6].map((n) => `site${n}.example`)]
  const { code, lines } = await run(
    { liveDomains, signIn: signIn('example.com') },
    listing(...liveDomains.map((domain) => `https://${domain}`)),
  )
  expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining('one domain too many')])
})

test('switched off, without a domain, and an unknown app', async () => {
  const off = { ...signIn(), methods: { passkey: false } }
  expect((await run({ signIn: off }, null)).lines).toEqual(['app_shop: passkeys are switched off.'])
  expect((await run({ liveDomains: ['localhost'] }, null)).lines).toEqual(['app_shop: no live domain yet.'])
  expect(await run({}, null, ['check', '--app', 'app_none'])).toMatchObject({
    code: 1,
    complaint: 'There is no app app_none.',
  })
})
