import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkByStandard } from '../../../contract/credential/check-by-standard'
import { readTrust } from '../../../contract/credential/read-trust'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { issueTags } from '../../support/issued-tags'
import type { IssuedTags, ProofFiles } from '../../support/issued-tags'
import { tamperings } from '../../support/tamperings'

let tags: IssuedTags

beforeAll(async () => {
  tags = await issueTags()
})
afterAll(() => tags.close())

const verify = (files: ProofFiles) =>
  verifyCredential({ ...files, trust: readTrust(files.trust), checkStandard: checkByStandard })

it('there are thirty and more of them, each with a name of its own', () => {
  expect(new Set(tamperings.map(({ name }) => name)).size).toBe(tamperings.length)
  expect(tamperings.length).toBeGreaterThanOrEqual(30)
})

describe('a TrustTag as it was issued', () => {
  it.each(['live', 'test', 'sample'] as const)('is valid: %s', async (mode) => {
    const { verdict, mode: found, checks } = await verify(tags[mode])
    expect({ verdict, mode: found }).toEqual({ verdict: 'valid', mode })
    expect(checks.map(({ outcome }) => outcome)).toEqual(Array(6).fill('passed'))
  })
})

describe('is not valid', () => {
  it.each(tamperings)('$name: $verdict', async ({ verdict, spoil }) => {
    const report = await verify(await spoil(tags.live, tags))
    expect(report.verdict).toBe(verdict)
  })
})
