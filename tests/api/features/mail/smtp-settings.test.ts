import { describe, expect, it } from 'vitest'
import { readSmtpUrl, smtpOptions } from '../../../../api/features/mail/mailers'

describe('a mail server’s address', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, login: null }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true, login: null }],
    ['smtp://localhost:25/', { host: 'localhost', port: 25, secure: false, login: null }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, login: null }],
    [
      'smtps://ann%40shop.example:p%40ss%3A%2F%23%25@mail.example:4650',
      {
        host: 'mail.example',
        port: 4650,
        secure: true,
        login: { user: 'ann@shop.example', password: 'p@ss:/#%' },
      },
    ],
  ])('%s is read', (text, expected) => expect(readSmtpUrl(text)).toEqual(expected))

  it.each([
    'mail.example:587',
    'http://mail.example',
    'smtp://',
    'smtp://mail example',
    'smtp://mail.example:0',
    'smtp://mail.example:99999',
    'smtp://mail.example/inbox',
    'smtp://mail.example?tls=no',
    'smtp://mail.example#x',
    'smtp://ann@mail.example',
    'smtp://:secret@mail.example',
    'smtp://ann:%E0%A4%A@mail.example',
    'smtp://ann:p@ss/word@mail.example',
  ])('%s is refused', (text) => expect(readSmtpUrl(text)).toBeNull())
})

describe('the connection', () => {
  it('sends a password only over TLS with a valid certificate', () => {
    expect(smtpOptions(readSmtpUrl('smtp://a:b@mail.example')!)).toMatchObject({
      requireTLS: true,
      tls: { rejectUnauthorized: true },
    })
    expect(smtpOptions(readSmtpUrl('smtps://a:b@mail.example')!)).toMatchObject({
      secure: true,
      tls: { rejectUnauthorized: true },
    })
  })

  it('accepts any certificate on loopback', () => {
    expect(smtpOptions(readSmtpUrl('smtp://localhost:25')!)).toMatchObject({
      requireTLS: false,
      tls: { rejectUnauthorized: false },
    })
  })
})
