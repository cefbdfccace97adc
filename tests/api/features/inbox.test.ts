import { describe, expect, test } from 'vitest'
import { INBOX_LINE_MAX_CHARS } from '../../../contract/limits'
import type { Call } from '../../../contract/schemas'
import { solveChallenge } from '../../../contract/solve-challenge'
import { openTestServices, type TestServices } from '../../support/open-test-services'

const inbox = { ownerEmail: 'owner@shop.example' }
const inquiry = {
  email: ' Grace@Example.com ',
  organizationType: 'ngo',
  organizationName: 'Harbor Works',
  contactName: 'Grace Hopper',
  website: 'https://harbor.example',
  useCase: 'We train welders.\nMany of them.',
}
const question = { email: 'ann@example.com', name: 'Ann', message: 'Do you test beekeepers?' }

const token = async (services: TestServices): Promise<string> =>
  solveChallenge((await services.call('getCaptchaChallenge', {})).data, crypto.subtle)

async function openWith(changes: Parameters<typeof openTestServices>[0] = { inbox }) {
  const services = await openTestServices(changes)
  return {
    services,
    inquire: async (more: Partial<Call<'sendInquiry'>> = {}, context = {}) =>
      services.call('sendInquiry', { ...inquiry, captchaToken: await token(services), ...more }, context),
    ask: async (more: Partial<Call<'sendContactMessage'>> = {}, context = {}) =>
      services.call('sendContactMessage', { ...question, captchaToken: await token(services), ...more }, context),
    kept: () => services.store.inbox.list('app_demo', 'test', 100),
  }
}

test('an inquiry is kept, mailed to the owner, and confirmed to its sender', async () => {
  const { services, inquire, kept } = await openWith()
  const { reference } = (await inquire()).data
  const [message, ...others] = await kept()
  expect(others).toEqual([])
  expect(message).toEqual({
    id: reference,
    appId: 'app_demo',
    mode: 'test',
    kind: 'inquiry',
    email: 'grace@example.com',
    // Empty fields are dropped.
    fields: {
      organizationType: 'ngo',
      organizationName: 'Harbor Works',
      contactName: 'Grace Hopper',
      website: 'https://harbor.example',
      useCase: 'We train welders.\nMany of them.',
    },
    createdAt: services.clock.now(),
  })
  const [toOwner, toSender] = await services.mails()
  expect(toOwner).toMatchObject({ to: 'owner@shop.example', replyTo: 'grace@example.com' })
  for (const text of ['Harbor Works', 'We train welders.', reference, 'https://harbor.example'])
    expect(`${toOwner?.subject} ${toOwner?.text}`).toContain(text)
  expect(toSender).toMatchObject({ to: 'grace@example.com' })
  expect(toSender).not.toHaveProperty('replyTo')
  expect(toSender?.text).toContain('within 24 hours')
  expect(toSender?.text).toContain(reference)
})

test('a question is kept and mailed the same way, with the answer times of a question', async () => {
  const { services, ask, kept } = await openWith()
  await ask()
  expect(await kept()).toMatchObject([{ kind: 'contact', fields: { name: 'Ann', message: 'Do you test beekeepers?' } }])
  expect((await services.mails())[1]?.text).toContain('5-7 business days')
})

test('the confirmation carries no word of the sender, so it can bring a stranger no message', async () => {
  const { services, ask } = await openWith()
  await ask({ name: 'Buy pills', message: 'https://spam.example' })
  const confirmation = (await services.mails())[1]
  expect(`${confirmation?.subject}${confirmation?.text}${confirmation?.html}`).not.toMatch(/pills|spam/)
})

test('an address that others write in the name of gets three confirmations an hour; the owner gets every message', async () => {
  const { services, ask } = await openWith()
  for (const count of [1, 2, 3, 4, 5]) await ask({}, { address: `192.0.2.${count}` })
  const mails = await services.mails()
  expect(mails.filter(({ to }) => to === 'owner@shop.example')).toHaveLength(5)
  expect(mails.filter(({ to }) => to === 'ann@example.com')).toHaveLength(3)
  services.wait(3_600_001)
  await ask()
  expect((await services.mails()).filter(({ to }) => to === 'ann@example.com')).not.toHaveLength(0)
})

test('one address sends ten messages in a quarter of an hour, and no eleventh', async () => {
  const { ask, kept } = await openWith()
  for (let count = 0; count < 10; count += 1) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'too-many-requests' })
  expect(await kept()).toHaveLength(10)
})

describe('nothing is stored and no mail is sent for', () => {
  test.for<[string, Partial<Call<'sendContactMessage'>>, string]>([
    ['no captcha', { captchaToken: '' }, 'invalid-captcha'],
    ['a captcha that is nonsense', { captchaToken: 'nonsense' }, 'invalid-captcha'],
  ])('%s', async ([, changes, code]) => {
    const { services, ask, kept } = await openWith()
    await expect(ask(changes)).rejects.toMatchObject({ code })
    expect(await kept()).toEqual([])
    expect(await services.mails()).toEqual([])
  })

  test('a captcha that was used before', async () => {
    const { services, ask, kept } = await openWith()
    const captchaToken = await token(services)
    await ask({ captchaToken })
    await expect(ask({ captchaToken })).rejects.toMatchObject({ code: 'invalid-captcha' })
    expect(await kept()).toHaveLength(1)
  })

  test('an app that takes no messages', async () => {
    const { inquire, ask, kept } = await openWith({})
    await expect(inquire()).rejects.toMatchObject({ code: 'not-found' })
    await expect(ask()).rejects.toMatchObject({ code: 'not-found' })
    expect(await kept()).toEqual([])
  })

  test.for<[string, Partial<Call<'sendInquiry'>>, string]>([
    ['a field that only programs fill in', { fax: '1' }, 'invalid-field-value'],
    ['an unknown kind of organisation', { organizationType: 'circus' }, 'invalid-field-value'],
    ['an inherited name as kind', { organizationType: 'constructor' }, 'invalid-field-value'],
    ['no organisation', { organizationName: '  ' }, 'required-field-missing'],
    ['no person', { contactName: '' }, 'required-field-missing'],
    ['no use case', { useCase: '\n' }, 'required-field-missing'],
    ['an invalid address', { email: 'grace' }, 'invalid-email'],
    ['a website that is none', { website: 'harbor' }, 'invalid-field-value'],
    ['a website that runs', { website: 'javascript:alert(1)' }, 'invalid-field-value'],
    ['an endless name', { contactName: 'a'.repeat(INBOX_LINE_MAX_CHARS + 1) }, 'field-limit-exceeded'],
    ['half a character', { useCase: '\uD800' }, 'invalid-field-value'],
  ])('%s', async ([, changes, code]) => {
    const { inquire, kept } = await openWith()
    await expect(inquire(changes)).rejects.toThrow(code)
    expect(await kept()).toEqual([])
  })
})
