import { expect, test } from 'vitest'
import { tryGroup } from '../api/access/request-groups'

/** The gate tries a tenth of it. */
test.each(['membership', 'trustTag', 'admin'] as const)(
  'no request to the %s endpoints breaks the server or reveals another member’s data',
  async (group) => {
    expect(await tryGroup(group, 2_000)).toBeGreaterThan(0.9)
  },
  1_800_000,
)
