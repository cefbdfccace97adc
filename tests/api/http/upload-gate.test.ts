import { expect, it } from 'vitest'
import { createUploadLimiter } from '../../../api/http/pipeline'

const open = () => {
  const gate = createUploadLimiter()
  return (memberId: string, address = memberId) => gate.enter({ memberId, ipAddress: address })
}
const tooMany = expect.objectContaining({
  code: 'too-many-requests',
  message: expect.stringContaining('Too many uploads at once'),
  retryAfterSeconds: 3,
})

it('lets a member upload two at a time, whatever others do', () => {
  const enter = open()
  const [leave] = [enter('ann'), enter('ann'), enter('bea')]
  expect(() => enter('ann')).toThrow(tooMany)
  leave()
  enter('ann')
  expect(() => enter('ann')).toThrow(tooMany)
})

it('lets an IP address have six at a time, for any members', () => {
  const enter = open()
  for (let count = 0; count < 6; count += 1) enter(`member ${count}`, '192.0.2.1')
  expect(() => enter('one more', '192.0.2.1')).toThrow(tooMany)
  enter('one more', '192.0.2.2')
})

it('allows sixteen uploads at a time in total', () => {
  const enter = open()
  const [leave] = Array.from({ length: 16 }, (_, index) => enter(`member ${index}`))
  expect(() => enter('one more')).toThrow(expect.objectContaining({ code: 'server-busy', retryAfterSeconds: 3 }))
  leave!()
  enter('one more')
})

it('takes no slot for a refused caller', () => {
  const enter = open()
  const leave = [enter('ann', '192.0.2.1'), enter('ann', '192.0.2.1')]
  for (let count = 0; count < 20; count += 1) expect(() => enter('ann', '192.0.2.1')).toThrow(tooMany)
  for (const give of leave) give()
  for (let count = 0; count < 2; count += 1) enter('ann', '192.0.2.1')
})
