import { expect, test } from 'vitest'
import { createMemoryRateLimiter } from '../../../../api/http/rate-limits/memory'
import { aMemberRow } from '../../database/a-member-row'
import { checkPassword } from '../../../../api/features/accounts/login'
import { ApiError } from '../../../../api/lib/errors'
import type { PasswordHasher } from '../../../../api/features/accounts/hasher'

const ann = aMemberRow()
const rateLimiter = () => createMemoryRateLimiter({ clock: { now: () => 1_000 }, factor: 1 })
const hasher = (verify: PasswordHasher['verify']): Pick<PasswordHasher, 'verify'> => ({ verify })

test('a password that could not be checked is not a failed try: a busy server locks no member out', async () => {
  const limiter = rateLimiter()
  const busy = hasher(async () => {
    throw new ApiError('server-busy', { retryAfterSeconds: 3 })
  })
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const check = checkPassword({ hasher: busy, rateLimiter: limiter }, ann, 'password')
    await expect(check).rejects.toMatchObject({ retryAfterSeconds: 3 })
  }
  expect(await limiter.allows('failedPasswordChecksPerMember', ann.id)).toBe(true)
})

test('ten wrong passwords use the limit up, a right one before the tenth forgets them', async () => {
  const limiter = rateLimiter()
  const answers = hasher(async (_hash, password) => password === 'right')
  const check = (password: string) => checkPassword({ hasher: answers, rateLimiter: limiter }, ann, password)
  for (let attempt = 0; attempt < 9; attempt += 1) expect(await check('wrong')).toBe(false)
  expect(await check('right')).toBe(true)
  for (let attempt = 0; attempt < 10; attempt += 1) expect(await check('wrong')).toBe(false)
  await expect(check('right')).rejects.toMatchObject({ code: 'too-many-requests' })
})
