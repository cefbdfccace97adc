import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWithHolders } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'

let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())

describe('the TrustTags of a member', () => {
  it('are listed newest first, private ones too, and only their own', async () => {
    const [holder, other] = [await api.join(), await api.join()]
    await api.earn(other)
    await api.earn(holder, 'Cook')
    api.clock.advance(1_000)
    await api.earn(holder, 'Electrician', { visibility: 'PRIVATE' })
    const { tags } = (await api.call('listTags', {}, holder.how)).data
    expect(tags.map(({ skill, visibility }) => [skill, visibility])).toEqual([
      ['Electrician', 'PRIVATE'],
      ['Cook', 'LINK'],
    ])
  })

  it('are shown as the member chooses, and nothing else changes', async () => {
    const holder = await api.join()
    const tag = await api.earn(holder)
    const changed = await api.call('updateTag', { tagId: tag.trustTagId, visibility: 'PUBLIC' }, holder.how)
    expect(changed.data).toEqual({ ...tag, visibility: 'PUBLIC' })
    expect((await api.call('listTags', {}, holder.how)).data.tags).toEqual([{ ...tag, visibility: 'PUBLIC' }])
  })

  it('refuse an unknown visibility', async () => {
    const holder = await api.join()
    const { trustTagId: tagId } = await api.earn(holder)
    const answer = await api.call('updateTag', { tagId, visibility: 'FRIENDS' }, holder.how)
    expect(answer.body.code).toBe('invalid-field-value')
  })

  it('record that a link was shared', async () => {
    const holder = await api.join()
    const { trustTagId: tagId } = await api.earn(holder, 'Cook')
    api.clock.advance(1_000)
    await api.call('noteShare', { tagId }, holder.how)
    const { activity } = (await api.call('getTagProfile', {}, holder.how)).data
    expect(activity.map(({ action, skill }) => [action, skill])).toEqual([
      ['TrustTag shared', 'Cook'],
      ['TrustTag earned', 'Cook'],
      ['Assessment completed', 'Cook'],
    ])
    expect(activity[0]?.date).toBe(new Date(api.clock.now()).toISOString())
  })

  it('can be changed, shared and downloaded only by their holder', async () => {
    const [holder, other] = [await api.join(), await api.join()]
    const { trustTagId: tagId } = await api.earn(holder, 'Cook', { visibility: 'PUBLIC' })
    await api.outbox.drain()
    const before = api.dumpDatabase()
    expect((await api.call('updateTag', { tagId, visibility: 'PRIVATE' }, other.how)).body.code).toBe('tag-not-found')
    expect((await api.call('noteShare', { tagId }, other.how)).body.code).toBe('tag-not-found')
    expect((await api.call('getCertificateText', { tagId }, other.how)).body.code).toBe('tag-not-found')
    expect(api.dumpDatabase()).toEqual(before)
  })
})

describe('a certificate as text', () => {
  it('has skill and ID in its name, and the wording of a check', async () => {
    const holder = await api.join()
    const { trustTagId: tagId, url } = await api.earn(holder, 'Truck Driver (CDL)')
    const { fileName, text } = (await api.call('getCertificateText', { tagId }, holder.how)).data
    expect(fileName).toBe(`TrustTag-Truck-Driver-CDL-${tagId}.txt`)
    for (const part of [
      'Truck Driver (CDL)',
      'Ada Lovelace',
      '100%',
      tagId,
      '21 November 2026',
      '21 November 2029',
      url,
    ])
      expect(text).toContain(part)
    expect(text).toContain('Status:      Valid')
    expect(text).toContain('TEST MODE')
    expect(text).toContain('unproctored knowledge test')
    expect(text).toContain('Verified & Blockchain Secured')
    expect(text).toMatch(/^Log entry: {3}\d+, [0-9a-f]{64}$/mu)
  })

  it('has a name for every file system, whatever was typed', async () => {
    const holder = await api.join()
    const { trustTagId: tagId } = await api.earn(holder, '../../Étui & "Bögen" ///')
    const { fileName } = (await api.call('getCertificateText', { tagId }, holder.how)).data
    expect(fileName).toBe(`TrustTag-Workplace-basics-${tagId}.txt`)
  })
})
