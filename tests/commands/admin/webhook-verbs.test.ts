import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { adminCommand } from '../../../commands/admin/command'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'
import { startWebhookReceiver } from '../../support/webhook-receiver'

const banksFolder = new URL('../../../api/banks/', import.meta.url)
let api: TestApi

beforeEach(async () => {
  api = await startTestApi()
  onTestFinished(() => api.close())
})

/** Runs on the database file of the running API. */
async function run(...argv: string[]) {
  const [lines, complaints]: [string[], string[]] = [[], []]
  const code = await adminCommand(['webhooks', ...argv], {
    env: { DATA_DIR: api.folder },
    banksFolder,
    print: (line) => void lines.push(line),
    complain: (line) => void complaints.push(line),
  })
  return { code, text: lines.join('\n'), complaint: complaints.join('\n') }
}

const json = async (...argv: string[]) => {
  const { code, text, complaint } = await run(...argv, '--json')
  expect([code, complaint]).toEqual([0, ''])
  return JSON.parse(text)
}

const acts = async () => (await api.store.auditLog.list('app_demo', 'test', 10)).map(({ actor, act }) => [actor, act])

test('an endpoint is added with its events, listed without its secret, and removed', async () => {
  expect((await run('list')).text).toContain('No webhooks yet.')
  const { id, secret } = await json(
    'add',
    'https://hooks.example.com/one',
    '--events',
    'member.created, member.deleted',
  )
  expect(secret).toMatch(/^whsec_/u)
  const listed = await run('list')
  expect(listed.text).toContain(`${id}  member.created, member.deleted  https://hooks.example.com/one`)
  expect(listed.text).not.toContain(secret)
  expect((await run('remove', id)).code).toBe(0)
  expect(await api.store.webhooks.listEndpoints('app_demo', 'test')).toEqual([])
  expect(await acts()).toEqual([
    ['owner command', 'webhook-endpoint.delete'],
    ['owner command', 'webhook-endpoint.create'],
  ])
})

test('a rolled secret is shown, with the end of the previous one', async () => {
  const { id, secret } = await json('add', 'https://hooks.example.com/one')
  const rolled = await run('roll', id)
  expect(rolled.text).toMatch(/whsec_\S+/u)
  expect(rolled.text).not.toContain(secret)
  expect(rolled.text).toContain('the previous secret until')
})

test('messages are shown with their status, and can be sent again', async () => {
  const receiver = await startWebhookReceiver()
  receiver.reactWith(() => 500)
  expect((await run('messages')).text).toContain('No messages yet.')
  const { id } = await json('add', receiver.url)
  await api.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  await api.webhooks.drain()
  const { messages } = await json('messages')
  expect(messages).toMatchObject([{ event: 'member.created', deliveries: [{ endpointId: id, status: 'WAITING' }] }])
  expect((await run('messages')).text).toContain(`${id}  waiting, 1 attempt: it returned 500`)
  expect((await run('replay', messages[0].id)).text).toContain('queued for 1 endpoint.')
})

test.each([
  ['an invalid address', ['add', 'nowhere'], 1, 'https://'],
  ['no address', ['add'], 2, 'npm run admin -- webhooks add <url>'],
  ['two addresses', ['add', 'https://a.example', 'https://b.example'], 2, 'npm run admin -- webhooks add <url>'],
  ['an unknown event', ['add', 'https://a.example', '--events', 'member.sneezed'], 2, 'member.sneezed'],
  ['an unknown endpoint', ['remove', 'whe_none'], 1, 'does not exist'],
  ['an unknown endpoint to roll', ['roll', 'whe_none'], 1, 'does not exist'],
  ['an unknown message', ['replay', 'msg_none'], 1, 'does not exist'],
  ['no message', ['replay'], 2, 'npm run admin -- webhooks replay <id>'],
] as const)('%s is refused with a sentence, and nothing changes', async (_what, argv, code, complaint) => {
  const before = api.dumpDatabase()
  const answered = await run(...argv)
  expect(answered.code).toBe(code)
  expect(answered.complaint).toContain(complaint)
  expect(api.dumpDatabase()).toEqual(before)
})
