import { expect, it } from 'vitest'
import { createUploadLimiter } from '../../../api/http/pipeline'
import { readBytes, readMultipartBody } from '../../../api/http/request'
import { ApiError } from '../../../api/lib/errors'

const open = () => {
  const gate = createUploadLimiter()
  return (memberId: string, address = memberId) => gate.enter({ memberId, ipAddress: address })
}
const busy = expect.objectContaining({ code: 'server-busy', retryAfterSeconds: 3 })
const tooMany = expect.objectContaining({
  code: 'too-many-requests',
  message: expect.stringContaining('Too many uploads at once'),
  retryAfterSeconds: 3,
})

it('lets a member upload two at a time, whatever others do', () => {
  const enter = open()
  const [first] = [enter('ann'), enter('ann'), enter('bea')]
  expect(() => enter('ann')).toThrow(tooMany)
  first.leave()
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
  const [first] = Array.from({ length: 16 }, (_, index) => enter(`member ${index}`))
  expect(() => enter('one more')).toThrow(busy)
  first!.leave()
  enter('one more')
})

it('takes no slot for a refused caller', () => {
  const enter = open()
  const uploads = [enter('ann', '192.0.2.1'), enter('ann', '192.0.2.1')]
  for (let count = 0; count < 20; count += 1) expect(() => enter('ann', '192.0.2.1')).toThrow(tooMany)
  for (const upload of uploads) upload.leave()
  for (let count = 0; count < 2; count += 1) enter('ann', '192.0.2.1')
})

const isStopped = ({ signal }: { signal: AbortSignal }): boolean => signal.aborted

it('keeps the last six slots for networks with fewer than two uploads, even when none of the others can give way', () => {
  const enter = open()
  const addresses = ['192.0.2.1', '198.51.100.1', '203.0.113.1']
  const taken = Array.from({ length: 10 }, (_, index) => enter(`member ${index}`, addresses[index % 3]))
  for (const upload of taken) upload.receive()
  for (const address of addresses) expect(() => enter('one more', address)).toThrow(busy)
  for (let count = 0; count < 2; count += 1) enter('honest', '192.0.3.1').receive()
  expect(() => enter('another', '192.0.3.2')).toThrow(busy)
  for (let index = 0; index < 4; index += 1) enter(`other ${index}`, `192.0.${4 + index}.1`)
  expect(() => enter('late', '192.0.99.1')).toThrow(busy)
  expect(taken.filter(isStopped)).toEqual([])
})

it('takes the slot of the oldest upload that still arrives, of the network with the most, for one with fewer', () => {
  const enter = open()
  // Networks with 6, 4, 2, 2 and 2.
  const networks = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5]
  const taken = networks.map((network, index) => enter(`member ${index}`, `192.0.${network}.1`))
  taken[0]!.receive()
  const honest = [enter('honest', '198.51.100.1')]
  expect(taken.filter(isStopped)).toEqual([taken[1]])
  expect(taken[1]!.signal.reason).toEqual(busy)
  // Its release must not free a second slot.
  taken[1]!.leave()
  for (let count = 2; count <= 9; count += 1) honest.push(enter(`honest ${count}`, `198.51.${100 + count}.1`))
  expect(taken.filter((upload) => !isStopped(upload))).toHaveLength(7)
  expect(honest.filter(isStopped)).toEqual([])
})

it('counts a /24 and a /48 as one network', () => {
  const enter = open()
  for (let index = 0; index < 10; index += 1) enter(`member ${index}`, `2001:db8:1:${index + 1}::/64`)
  expect(() => enter('same site', '2001:db8:1:ff::/64')).toThrow(busy)
  enter('ann', '192.0.2.1')
  enter('bea', '192.0.2.2')
  expect(() => enter('cleo', '192.0.2.3')).toThrow(busy)
  enter('dora', '192.0.3.1')
})

it('gives no slot to a network that would have as many as the one that loses it', () => {
  const enter = open()
  const taken = Array.from({ length: 16 }, (_, index) => enter(`member ${index}`, `192.0.${index}.1`))
  expect(() => enter('one more', '192.0.99.1')).toThrow(busy)
  expect(taken.filter(isStopped)).toEqual([])
})

it('stops to read a body that gives way, in any form', async () => {
  const body = () => new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(100)) })
  const stuck = (type: string) =>
    new Request('http://localhost', {
      method: 'POST',
      headers: { 'content-type': type },
      body: body(),
      duplex: 'half',
    } as RequestInit)
  const stop = new AbortController()
  const reads = [
    readBytes(stuck('application/octet-stream'), 1_000, stop.signal),
    readMultipartBody(stuck('multipart/form-data; boundary=b'), stop.signal),
  ]
  stop.abort(new ApiError('server-busy', { retryAfterSeconds: 3 }))
  for (const read of reads) await expect(read).rejects.toEqual(busy)
  await expect(readBytes(stuck('text/plain'), 1_000, stop.signal)).rejects.toEqual(busy)
})
