import { expect, test } from 'vitest'
import { tryGroup } from './request-groups'

test('no caller of the membership API reads or changes another member’s data', async () => {
  expect(await tryGroup('membership', 200)).toBeGreaterThan(0.8)
}, 600_000)
