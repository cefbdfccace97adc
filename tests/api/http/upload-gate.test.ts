import { expect, it } from 'vitest'
import { createUploadGate } from '../../../api/http/upload-gate'

const open = () => {
  const gate = createUploadGate()
  const finish: (() => void)[] = []
  const enter = (memberId: string, address = memberId) =>
    gate.run({ memberId, address }, () => new Promise<string>((done) => finish.push(() => done('done'))))
  return { gate, finish, enter }
}
const tooMany = { code: 'too-many-requests', retryAfterSeconds: 3 }

it('lets a member upload two at a time, whatever others do', async () => {
  const { enter, finish } = open()
  const running = [enter('ann'), enter('ann'), enter('bea')]
  await expect(enter('ann')).rejects.toMatchObject(tooMany)
  finish[0]?.()
  await running[0]
  const next = enter('ann')
  for (const end of finish) end()
  expect(await Promise.all([...running, next])).toEqual(['done', 'done', 'done', 'done'])
})

it('lets an address have six at a time, whoever its members are', async () => {
  const { enter, finish } = open()
  const running = Array.from({ length: 6 }, (_, index) => enter(`member ${index}`, '192.0.2.1'))
  await expect(enter('one more', '192.0.2.1')).rejects.toMatchObject(tooMany)
  const elsewhere = enter('one more', '192.0.2.2')
  for (const end of finish) end()
  expect(await Promise.all([...running, elsewhere])).toHaveLength(7)
})

it('lets sixteen be in hand in all', async () => {
  const { enter, finish } = open()
  const running = Array.from({ length: 16 }, (_, index) => enter(`member ${index}`))
  await expect(enter('one more')).rejects.toMatchObject(tooMany)
  for (const end of finish) end()
  await Promise.all(running)
  const again = enter('one more')
  finish.at(-1)?.()
  expect(await again).toBe('done')
})

it('gives the place back when the work fails', async () => {
  const { gate } = open()
  for (let count = 0; count < 20; count += 1)
    await expect(
      gate.run({ memberId: 'ann', address: '192.0.2.1' }, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken')
})
