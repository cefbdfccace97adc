import { expect, test } from 'vitest'
import { tryGroup } from './request-groups'

test('every action of a secret key is in the audit log and stays within its app and mode; without a key every call is refused', async () => {
  expect(await tryGroup('admin', 200)).toBeGreaterThan(0.8)
}, 600_000)
