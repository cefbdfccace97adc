import type { SMTPServerOptions } from 'smtp-server'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSmtpMailer, MailRefusedError, readSmtpUrl } from '../../../../api/features/mail/mailers'
import type { Mail } from '../../../../api/features/mail/outbox'
import { freePort } from '../../../support/free-port'
import { smtpError, startSmtpServer } from '../../../support/smtp-server'

const aMail = (changes: Partial<Mail> = {}): Mail => ({
  id: 'mail_1',
  to: 'ann@example.com',
  from: 'Demo <hello@demo.example>',
  subject: 'Your code',
  text: 'Code:\n\n123456\n',
  html: '<p>123456</p>',
  ...changes,
})

function send(url: string, mail: Mail = aMail(), signal = new AbortController().signal): Promise<void> {
  return createSmtpMailer(readSmtpUrl(url)!).send(mail, signal)
}
const failure = (sent: Promise<void>): Promise<Error> =>
  sent.then(
    () => new Error('it was sent'),
    (error: Error) => error,
  )
const atLogin: SMTPServerOptions = {
  authOptional: false,
  onAuth({ username, password }, _session, done) {
    if (username === 'an@n' && password === 'p:/w') done(null, { user: username })
    else done(smtpError(535, 'Authentication failed'))
  },
}

describe('a mail over SMTP', () => {
  it('lets mail programs end mails of its kind, where it can be ended', async () => {
    const { port, received } = await startSmtpServer()
    await send(
      `smtp://127.0.0.1:${port}`,
      aMail({ unsubscribeUrl: 'https://api.example/account/unsubscribe?token=abc' }),
    )
    await send(`smtp://127.0.0.1:${port}`)
    expect(received[0]?.headers).toMatchObject({
      'list-unsubscribe': ['<https://api.example/account/unsubscribe?token=abc>'],
      'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
    })
    expect(received[1]?.headers).not.toHaveProperty('list-unsubscribe')
  })

  it('arrives with its sender, recipient, subject, text and HTML', async () => {
    const { port, received } = await startSmtpServer()
    await send(`smtp://127.0.0.1:${port}`)
    expect(received).toHaveLength(1)
    const { from, to, headers, raw } = received[0]!
    expect({ from, to }).toEqual({ from: 'hello@demo.example', to: ['ann@example.com'] })
    expect(headers).toMatchObject({
      from: ['Demo <hello@demo.example>'],
      to: ['ann@example.com'],
      subject: ['Your code'],
      'message-id': ['<mail_1@demo.example>'],
      'auto-submitted': ['auto-generated'],
    })
    expect(raw).toMatch(/^123456\r$/mu)
    expect(raw).toContain('<p>123456</p>')
  })

  it.each([
    ['Shop, "The" <Best>; Ltd: <hello@demo.example>', 'a name with signs that mean something in a header'],
    ['Zoë’s 木 <hello@demo.example>', 'a name beyond ASCII'],
    ['<hello@demo.example>', 'no name'],
  ])('has one sender for %j, %s', async (from) => {
    const { port, received } = await startSmtpServer()
    await send(`smtp://127.0.0.1:${port}`, aMail({ from }))
    expect(received[0]?.from).toBe('hello@demo.example')
    expect(received[0]?.headers['from']).toHaveLength(1)
    expect(received[0]?.headers['from']?.[0]).toMatch(/<?hello@demo\.example>?$/u)
  })

  it.each<Partial<Mail>>([
    { from: 'Demo\r\nBcc: eve@example.com\r\n <hello@demo.example>' },
    { from: 'Demo\nSubject: Win <hello@demo.example>' },
    { subject: 'Hi\r\nBcc: eve@example.com' },
    { subject: 'Hi\r\n\r\nNew body' },
    { from: 'Demo\u2028Bcc: eve@example.com <hello@demo.example>' },
  ])('lets no text become a header: %j', async (changes) => {
    const { port, received } = await startSmtpServer()
    await send(`smtp://127.0.0.1:${port}`, aMail(changes))
    expect(received[0]?.to).toEqual(['ann@example.com'])
    const { bcc, subject, to } = received[0]!.headers
    expect({ bcc, subjects: subject?.length, to }).toEqual({ bcc: undefined, subjects: 1, to: ['ann@example.com'] })
    expect(received[0]?.raw).not.toMatch(/^New body/mu)
  })

  it.each([
    'ann@example.com, eve@example.com',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com>\r\nRCPT TO:<eve@example.com',
    'Eve <eve@example.com>',
    '"a b"@example.com',
    'ann',
    '',
  ])('is refused, and not sent, for the recipient %j', async (to) => {
    const { port, received } = await startSmtpServer()
    expect(await failure(send(`smtp://127.0.0.1:${port}`, aMail({ to })))).toBeInstanceOf(MailRefusedError)
    expect(received).toEqual([])
  })
})

describe('a server that wants TLS and a login', () => {
  it.each([
    ['smtp', false],
    ['smtps', true],
  ])('gets both over %s', async (scheme, secure) => {
    const { port, received } = await startSmtpServer({ secure, ...atLogin })
    await send(`${scheme}://an%40n:p%3A%2Fw@localhost:${port}`)
    expect(received).toHaveLength(1)
  })

  it('that refuses the login is no reason to give the mail up, and the password stays out of the error', async () => {
    const { port } = await startSmtpServer(atLogin)
    const error = await failure(send(`smtp://an%40n:s3cret@localhost:${port}`))
    expect(error).not.toBeInstanceOf(MailRefusedError)
    expect(error.message).toMatch(/^EAUTH AUTH PLAIN: .*535/u)
    expect(error.message).not.toMatch(/s3cret|an@n/u)
  })
})

describe('a refusal', () => {
  it.each([
    ['the recipient for now', 'onRcptTo', 451, false],
    ['the recipient for good', 'onRcptTo', 550, true],
    ['the sender for good', 'onMailFrom', 550, false],
  ] as const)('of %s (%s, %i) is permanent: %#', async (_, step, code, permanent) => {
    const refuse = (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
      done(smtpError(code, '5.1.1 <ann@example.com> refused by demo.example'))
    const { port } = await startSmtpServer({ [step]: refuse })
    const error = await failure(send(`smtp://127.0.0.1:${port}`))
    expect(error instanceof MailRefusedError).toBe(permanent)
    expect(error.message).toContain(String(code))
    expect(error.message).not.toContain('ann@')
  })

  it('of the content is permanent', async () => {
    const { port } = await startSmtpServer({
      onData: (stream, _session, done) => {
        stream.on('end', () => done(smtpError(554, 'spam')))
        stream.resume()
      },
    })
    expect(await failure(send(`smtp://127.0.0.1:${port}`))).toBeInstanceOf(MailRefusedError)
  })
})

describe('a server that is not there', () => {
  it('fails the attempt, not the mail', async () => {
    const error = await failure(send(`smtp://127.0.0.1:${await freePort()}`))
    expect(error.message).toContain('ECONNREFUSED')
    expect(error).not.toBeInstanceOf(MailRefusedError)
  })

  it('in the middle of the content fails the attempt', async () => {
    const port = await listen((socket) => {
      socket.write('220 hello\r\n')
      socket.on('data', (data) => {
        if (data.toString().startsWith('DATA')) socket.write('354 go\r\n', () => socket.destroy())
        else socket.write('250 ok\r\n')
      })
    })
    const error = await failure(send(`smtp://127.0.0.1:${port}`))
    expect(error.message).not.toBe('it was sent')
    expect(error).not.toBeInstanceOf(MailRefusedError)
  })

  it('and says nothing is left when the signal comes', async () => {
    let ended = false
    const cut = new AbortController()
    const port = await listen((socket) => {
      socket.on('close', () => (ended = true))
      cut.abort()
    })
    const sent = failure(send(`smtp://127.0.0.1:${port}`, aMail(), cut.signal))
    // Without the signal, the error would be the missing greeting.
    expect((await sent).message).toMatch(/abort/iu)
    await expect.poll(() => ended).toBe(true)
  })
})

/** A server that says what the test writes. */
async function listen(speak: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    speak(socket)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return port
}
