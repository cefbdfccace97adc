import { expect, test, vi } from 'vitest'
import { warnOfPlainKeys } from '../../../../api/features/credentials/issuer'
import { readConfig } from '../../../../api/config'

const DATABASE_URL = 'postgres://members@db.example/members'
const KEY_ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64')
const inPublic = {
  PUBLIC_API_URL: 'https://api.example.com',
  SMTP_URL: 'smtps://mail.example',
}

test.each([
  ['plain keys in a shared database', { ...inPublic, DATABASE_URL }, 1],
  ['encrypted ones', { ...inPublic, DATABASE_URL, KEY_ENCRYPTION_KEY }, 0],
  ['keys in files of one machine', inPublic, 0],
  ['a development machine', { DATABASE_URL }, 0],
])('%s: a start with %o logs this many warnings: %i', (_, env, times) => {
  const warn = vi.fn()
  warnOfPlainKeys(readConfig(env), { warn })
  expect(warn).toHaveBeenCalledTimes(times)
})
