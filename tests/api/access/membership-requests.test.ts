import { expect, test } from 'vitest'
import { tryGroup } from './request-groups'

test('whatever is asked of the membership API, by whomever, nobody learns or changes what is another’s', async () => {
  expect(await tryGroup('membership', 200)).toBeGreaterThan(0.8)
}, 600_000)
