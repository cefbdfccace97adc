import * as argon2 from '@node-rs/argon2'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPasswordHasher } from '../../../../api/features/accounts/hasher'
import { createConcurrencyLimiter } from '../../../../api/lib/concurrency'

const light = { memoryCost: 64, timeCost: 1 }

test('a hash is argon2id with 19 MiB and two passes, different each time', async () => {
  const hasher = createPasswordHasher()
  const [one, two] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u)
  expect(one).not.toBe(two)
  expect(await hasher.verify(one, 'correct horse')).toBe(true)
  expect(await hasher.verify(one, 'wrong horse')).toBe(false)
})

test('no account is never right, and costs the same check as a wrong password', async () => {
  const checked: string[] = []
  const verify = (hash: string, password: string): Promise<boolean> => {
    checked.push(hash.split('$').slice(0, 4).join('$'))
    return argon2.verify(hash, password)
  }
  const functions = { hash: argon2.hash, verify }
  const hasher = createPasswordHasher({}, { functions, now: () => 0, pause: async () => {} })
  const hash = await hasher.hash('correct horse')
  for (const stored of [hash, null]) expect(await hasher.verify(stored, 'wrong horse')).toBe(false)
  expect(checked).toEqual(['$argon2id$v=19$m=19456,t=2,p=1', '$argon2id$v=19$m=19456,t=2,p=1'])
})

/** Of each thread of this process: field 19 of `proc_pid_stat(5)`; the name before may contain spaces. */
const priorities = (): number[] =>
  readdirSync('/proc/self/task').map((id) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  })

test.runIf(process.platform === 'linux')('hashes are computed by two threads with a low priority', async () => {
  const own = getPriority()
  const hasher = createPasswordHasher(light)
  await Promise.all(['a', 'b', 'c', 'd'].map((password) => hasher.hash(password)))
  expect(priorities().filter((priority) => priority === 10).length).toBeGreaterThanOrEqual(2)
  expect(priorities()).toContain(own)
  expect(getPriority()).toBe(own)
})

test('a hash that cannot be read rejects, and the thread computes the next one', async () => {
  const hasher = createPasswordHasher({ ...light, concurrency: 1 })
  await expect(hasher.verify('$argon2id$broken', 'correct horse')).rejects.toThrow()
  expect(await hasher.verify(await hasher.hash('correct horse'), 'correct horse')).toBe(true)
})

test('past the queue the next is refused at once with a time to retry', async () => {
  const hasher = createPasswordHasher({ ...light, concurrency: 1, queueLength: 2 })
  const accepted = [hasher.hash('a'), hasher.verify(null, 'b'), hasher.hash('c')]
  await expect(hasher.hash('d')).rejects.toMatchObject({ code: 'server-busy', retryAfterSeconds: 3 })
  await Promise.all(accepted)
  await hasher.hash('e')
})

test('a queue runs as many at a time as allowed, in order, and continues after a failure', async () => {
  const queue = createConcurrencyLimiter({ concurrency: 2, queueLength: 10, retryAfterSeconds: 1 })
  const order: number[] = []
  let running = 0
  let most = 0
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((n) =>
      queue.run(async () => {
        order.push(n)
        running += 1
        most = Math.max(most, running)
        await nextTurn()
        running -= 1
        if (n === 1) throw new Error('failed')
      }),
    ),
  )
  expect(order).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(results.map(({ status }) => status === 'rejected')).toEqual([false, true, false, false, false, false])
})
