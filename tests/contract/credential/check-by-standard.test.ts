import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkByStandard } from '../../../contract/credential/check-by-standard'
import { readTrust } from '../../../contract/credential/read-trust'
import { issueTags, type IssuedTags, type ProofFiles } from '../../support/issued-tags'
import { tamperings } from '../../support/tamperings'

let tags: IssuedTags

beforeAll(async () => {
  tags = await issueTags()
})
afterAll(() => tags.close())

const check = ({ credential, trust }: Pick<ProofFiles, 'credential' | 'trust'>) =>
  checkByStandard(JSON.parse(credential), readTrust(trust))

describe('the check by the Open Badges standard', () => {
  it.each(['live', 'test', 'sample', 'revoked'] as const)('passes for the signature of a %s one', async (mode) => {
    const asked = vi.spyOn(globalThis, 'fetch')
    expect(await check(tags[mode])).toBe(true)
    expect(asked).not.toHaveBeenCalled()
  })

  it('does not check dates, which were checked before', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2099-01-01'))
    expect(await check(tags.live)).toBe(true)
  })

  /** Tamperings of the signed document only. */
  const ofDocument = tamperings.filter(
    ({ verdict, name }) =>
      ['altered', 'wrong-issuer'].includes(verdict) &&
      !/second signature|in another order|key written twice/u.test(name),
  )

  it.each([...ofDocument, ...tamperings.filter(({ name }) => name === 'one letter of the first signature')])(
    'fails with $name',
    async ({ spoil }) => {
      expect(await check(await spoil(tags.live, tags))).toBe(false)
    },
  )

  it('fails for an untrusted issuer, and for other documents', async () => {
    expect(await check({ ...tags.live, trust: { issuers: tags.live.trust.issuers.slice(1) } })).toBe(false)
    expect(await checkByStandard('{}', [])).toBe(false)
  })
})
