import { expect, test } from 'vitest'
import { tryGroup } from './request-groups'

test('whatever a secret key does is in the audit log and stays within its app and mode; without one nobody does anything', async () => {
  expect(await tryGroup('admin', 200)).toBeGreaterThan(0.8)
}, 600_000)
