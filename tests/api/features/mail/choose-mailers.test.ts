import { describe, expect, it } from 'vitest'
import { chooseMailers } from '../../../../api/features/mail/mailers'
import type { Mail } from '../../../../api/features/mail/outbox'
import { startSmtpServer } from '../../../support/smtp-server'

const mail: Mail = {
  id: 'mail_1',
  to: 'ann@example.com',
  from: 'Demo <hello@demo.example>',
  subject: 'Your code',
  text: '123456',
  html: '<p>123456</p>',
}
const { signal } = new AbortController()

async function deliver(development: boolean, withServer: boolean) {
  const { port, received } = await startSmtpServer()
  const kept: string[] = []
  const smtp = withServer ? { host: '127.0.0.1', port, secure: false, login: null } : null
  const mailers = chooseMailers({ smtp, development }, { send: async ({ id }) => void kept.push(id) })
  await mailers.test.send({ ...mail, id: 'mail_test' }, signal)
  await mailers.live.send({ ...mail, id: 'mail_live' }, signal)
  return { kept, sent: received.map(({ headers }) => headers['subject']?.[0]) }
}

describe('where mails go', () => {
  it('to the test mailbox, all of them, while there is no mail server', async () => {
    expect(await deliver(true, false)).toEqual({ kept: ['mail_test', 'mail_live'], sent: [] })
  })

  it('in development with a mail server: live ones to it, those of Test Mode to the test mailbox', async () => {
    expect(await deliver(true, true)).toEqual({ kept: ['mail_test'], sent: ['Your code'] })
  })

  it('elsewhere to the mail server, those of Test Mode marked', async () => {
    expect(await deliver(false, true)).toEqual({ kept: [], sent: ['[Test] Your code', 'Your code'] })
  })
})
