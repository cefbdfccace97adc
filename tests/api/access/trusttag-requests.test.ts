import { expect, test } from 'vitest'
import { tryGroup } from './request-groups'

test('whatever is asked about TrustTags, by whomever, nobody learns or changes what is another’s', async () => {
  expect(await tryGroup('trustTag', 200)).toBeGreaterThan(0.8)
}, 600_000)
