import * as fc from '../../../support/fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryRateLimiter } from '../../../../api/http/rate-limits/memory'
import { ipv6Networks, rateLimits } from '../../../../contract/rate-limits'
import { countedIpAddress } from '../../../../api/http/request'
import { startTestApi } from '../../../support/start-api'

const { max, windowSeconds } = rateLimits.signupsPerAddress

function open() {
  let now = 1_000_000
  const limiter = createMemoryRateLimiter({ clock: { now: () => now }, factor: 1 })
  const take = async (address: string): Promise<boolean> => {
    try {
      await limiter.take('signupsPerAddress', countedIpAddress(address))
      return true
    } catch {
      return false
    }
  }
  return { limiter, take, wait: (seconds: number) => void (now += seconds * 1000) }
}

/** How many of `count` IP addresses can sign up once. */
async function admitted(addressOf: (index: number) => string, count: number): Promise<number> {
  const { take } = open()
  const taken = await Promise.all(Array.from({ length: count }, (_, index) => take(addressOf(index))))
  return taken.filter(Boolean).length
}
const hex = (value: number) => value.toString(16)

test('a /64 has one limit, a /56 four times, a /48 eight times, and another /48 its own', async () => {
  expect(await admitted((index) => `2001:db8:1:2::${hex(index)}`, 400)).toBe(max)
  expect(await admitted((index) => `2001:db8:1:${hex(index % 256)}::1`, 400)).toBe(max * 4)
  expect(await admitted((index) => `2001:db8:1:${hex((index * 257) % 65_536)}::1`, 400)).toBe(max * 8)
  expect(await admitted((index) => `2001:db8:${hex(index)}:1::1`, 400)).toBe(400)
})

test('IPv4 counts by address, plain or mapped into IPv6', async () => {
  expect(await admitted((index) => `192.0.2.${index % 2 === 0 ? 1 : 2}`, 400)).toBe(max * 2)
  expect(await admitted((index) => (index % 2 === 0 ? '192.0.2.1' : '::ffff:192.0.2.1'), 400)).toBe(max)
})

test('a refund frees room in every network', async () => {
  const { limiter, take } = open()
  for (let index = 0; index < max * 4; index += 1) await take(`2001:db8:1:${hex(index % 256)}::1`)
  expect(await take('2001:db8:1:ff::1')).toBe(false)
  await limiter.refund('signupsPerAddress', countedIpAddress('2001:db8:1:0::1'))
  expect(await take('2001:db8:1:ff::1')).toBe(true)
  expect(await take('2001:db8:1:fe::1')).toBe(false)
})

/** Few networks, so that all three limits are reached; and pauses. */
const steps = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.record({ net: fc.nat(3), host: fc.nat(2), times: fc.nat(40) }) },
    { weight: 1, arbitrary: fc.record({ wait: fc.nat(windowSeconds) }) },
  ),
  { minLength: 20, maxLength: 80 },
)

test('no network ever exceeds its multiple of the limit, and refusals are not counted', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { take, wait } = open()
      let seconds = 0
      const uses: { at: number; groups: [number, number] }[] = []
      const countIn = (bits: number, [upper, lower]: [number, number]) =>
        uses.filter(
          ({ at, groups }) =>
            at > seconds - windowSeconds && (bits <= 48 || groups[0] === upper) && (bits <= 56 || groups[1] === lower),
        ).length
      for (const step of all) {
        if ('wait' in step) {
          wait(step.wait)
          seconds += step.wait
          continue
        }
        const groups: [number, number] = [step.net, step.host]
        const address = `2001:db8:1:${hex(step.net * 256 + step.host)}::1`
        for (let index = 0; index < step.times; index += 1) {
          const hasRoom = ipv6Networks.every(({ bits, times }) => countIn(bits, groups) < max * times)
          // Exactly as the model: a counted refusal would refuse later uses that have room.
          expect(await take(address)).toBe(hasRoom)
          if (hasRoom) uses.push({ at: seconds, groups })
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('over HTTP the networks of one IPv6 /48 share eight limits, and an IPv4 caller beside them has their own', async () => {
  const api = await startTestApi({ trustProxyHops: 1, rateLimitFactor: 1 })
  onTestFinished(() => api.close())
  const ask = async (address: string): Promise<number> => {
    const headers = { 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo', 'x-forwarded-for': address }
    return (await api.app.request('http://localhost:4001/captcha/challenge', { headers })).status
  }
  const { max: challenges } = rateLimits.captchaChallengesPerAddress
  for (let index = 0; index < challenges * 8; index += 1)
    expect(await ask(`2001:db8:1:${hex((index * 257) % 65_536)}::1`)).toBe(200)
  expect(await ask('2001:db8:1:ffff::1')).toBe(429)
  expect(await ask('2001:db8:2:1::1')).toBe(200)
  expect(await ask('192.0.2.1')).toBe(200)
})
