import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isDoc } from '../../../../api/features/files/detect-type'
import { bufferedSource } from '../../../../api/features/files/s3-storage'
import { doc } from '../../../support/sample-files'

function sourceOf(content: Buffer) {
  const fetched: number[] = []
  const source = bufferedSource(content.length, async (first, last) => {
    fetched.push(last + 1 - first)
    return content.subarray(first, last + 1)
  })
  return { source, fetched }
}

it('a file far away is looked at in steps, and each block of it is fetched once', async () => {
  const { source, fetched } = sourceOf(doc())
  expect(await isDoc(source)).toBe(true)
  expect(fetched).toEqual([8_192])
})

it('any stretch is what the file holds there, and ends with it', async () => {
  const content = randomBytes(200_001)
  const { source } = sourceOf(content)
  const stretches = [
    [0, 10],
    [65_530, 20],
    [65_536, 65_536],
    [131_071, 2],
    [199_990, 500],
    [200_001, 5],
    [100, 150_000],
  ] as const
  for (const [position, length] of stretches)
    expect((await source.at(position, length)).equals(content.subarray(position, position + length))).toBe(true)
})

it('no more than four megabytes are kept', async () => {
  const { source, fetched } = sourceOf(Buffer.alloc(6_000_000))
  for (let round = 0; round < 2; round += 1)
    for (let position = 0; position < 6_000_000; position += 65_536) await source.at(position, 16)
  expect(fetched).toHaveLength(2 * Math.ceil(6_000_000 / 65_536))
  await source.at(5_999_000, 16)
  expect(fetched).toHaveLength(2 * Math.ceil(6_000_000 / 65_536))
})
