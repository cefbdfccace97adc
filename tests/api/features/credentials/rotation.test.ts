import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newStoredKey, didDocument, trustDocument } from '../../../../api/features/credentials/issuer'
import { readTrust } from '../../../../contract/credential/read-trust'
import { verifyCredential } from '../../../../contract/credential/verify-credential'
import { formatVerifierKey } from '../../../../contract/tlog/signed-note'
import { verifyCheckpoint } from '../../../../contract/tlog/checkpoint'
import { aTag, issueTags, NOW } from '../../../support/issued-tags'
import type { IssuedTags, ProofFiles } from '../../../support/issued-tags'

let issued: IssuedTags
beforeAll(async () => {
  issued = await issueTags()
})
afterAll(() => issued.close())

/** Checked now, with any current key. */
const verdict = async (files: ProofFiles) => {
  const trust = readTrust(trustDocument(issued.services))
  return (await verifyCredential({ ...files, trust })).verdict
}
const checkpoint = async () => {
  const head = await issued.services.store.log.head('live')
  if (!head) throw new Error('There is no log.')
  return head.checkpoint
}
/** Which log keys, oldest first, signed the newest checkpoint. */
const signers = async () => {
  const text = await checkpoint()
  const keys = issued.services.issuer.logKeys('live')
  const right = await Promise.all(
    keys.map(async (key) => (await verifyCheckpoint(text, { logKeys: [key], witnessKeys: [] })) !== null),
  )
  return right.flatMap((isRight, index) => (isRight ? [index] : []))
}

describe('a key rotation', () => {
  it('of the issuer keeps earlier signatures valid', async () => {
    const { services, keys } = issued
    const before = services.issuer.issuerKeys('live').map(({ publicKeyMultibase }) => publicKeyMultibase)
    await keys.replace(newStoredKey('issuer-live', NOW + 1))
    expect(await services.issuer.readKeysAgain()).toBe(true)
    expect(await services.issuer.readKeysAgain()).toBe(false)

    const after = services.issuer.issuerKeys('live').map(({ publicKeyMultibase }) => publicKeyMultibase)
    expect(after).toEqual([...before, expect.not.stringContaining(before[0] ?? '')])
    const tag = aTag('live', 7)
    await issued.prove(tag)
    await issued.witnessLog('live')
    const files = await issued.filesOf(tag)
    expect(files.credential).toContain(`#${after[1]}"`)
    expect(files.statusList).toContain(`#${after[1]}"`)
    // Old and new, with the status lists of both keys.
    expect(await verdict(files)).toBe('valid')
    expect(await verdict(issued.live)).toBe('valid')
    expect(await verdict({ ...files, statusList: issued.live.statusList })).toBe('valid')
    expect(await verdict({ ...issued.live, statusList: files.statusList })).toBe('valid')
  })

  it('of the issuer lists the new and the old key in its DID document, not in that of Test Mode', () => {
    const { issuer } = issued.services
    const [live, test] = [didDocument(issuer, 'live'), didDocument(issuer, 'test')]
    const methods = issuer.issuerKeys('live').map(({ publicKeyMultibase: key }) => `did:web:trusttag.example#${key}`)
    expect(methods).toHaveLength(2)
    expect(live['assertionMethod']).toEqual(methods)
    expect(live['verificationMethod']).toMatchObject(methods.map((id) => ({ id, type: 'Multikey' })))
    for (const { publicKeyMultibase } of issuer.issuerKeys('test')) {
      expect(JSON.stringify(live)).not.toContain(publicKeyMultibase)
      expect(JSON.stringify(test)).toContain(publicKeyMultibase)
    }
    for (const { publicKeyMultibase } of issuer.issuerKeys('live'))
      expect(JSON.stringify(test)).not.toContain(publicKeyMultibase)
  })

  it('of the log signs the next checkpoint, and earlier proofs stay valid', async () => {
    const { services, keys } = issued
    await keys.replace(newStoredKey('log-live', NOW + 2))
    await services.issuer.readKeysAgain()
    expect(services.issuer.logKeys('live').map(formatVerifierKey)).toHaveLength(2)
    expect(await signers()).toEqual([0])

    const tag = aTag('live', 8)
    await issued.prove(tag)
    expect(await signers()).toEqual([1])
    await issued.witnessLog('live')
    expect(await verdict(await issued.filesOf(tag))).toBe('valid')
    expect(await verdict(issued.live)).toBe('valid')
    expect(await verdict(await issued.filesOf(issued.facts.live))).toBe('valid')
  })

  it('that removes a key makes its signatures unknown', async () => {
    const { services, keys } = issued
    const stolen = (await keys.list()).find(({ purpose, retiredAt }) => purpose === 'issuer-live' && retiredAt !== null)
    expect(await keys.remove(stolen?.publicKey ?? '')).toBe(true)
    await services.issuer.readKeysAgain()
    expect(await verdict(issued.live)).toBe('wrong-issuer')
    expect(await verdict(await issued.filesOf(aTag('live', 8)))).toBe('valid')
  })
})

it('with unreadable keys changes nothing', async () => {
  const before = issued.services.issuer.issuerKeys('test')
  const list = vi.spyOn(issued.keys, 'list').mockResolvedValue([])
  await expect(issued.services.issuer.readKeysAgain()).rejects.toThrow('No signing key')
  list.mockRestore()
  expect(issued.services.issuer.issuerKeys('test')).toEqual(before)
})
