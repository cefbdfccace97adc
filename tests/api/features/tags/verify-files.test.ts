import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logSamples } from '../../../../api/features/tags/backfill'
import { bakeSvg } from '../../../../api/features/tags/files'
import { TAG_FILE_MAX_BYTES } from '../../../../contract/tag-files/read'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

let api: TestApi
let credential: string
beforeAll(async () => {
  api = await startTestApi({ rateLimitFactor: 1 })
  await logSamples(api.services)
  credential = await (await api.request('/trusttag/tags/TT-WD2024001/credential.json')).text()
})
afterAll(() => api.close())

const post = (body: BodyInit, headers: Record<string, string> = {}, address?: string) =>
  api.request('/trusttag/verify-files', { method: 'POST', body, headers }, address)

describe('the check of files', () => {
  it('takes one file as it is, from any page and without a key', async () => {
    const answer = await post(credential, { 'content-type': 'application/octet-stream', origin: 'https://any.example' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(await answer.json()).toMatchObject({
      data: {
        isValid: true,
        problem: null,
        results: [
          {
            isValid: true,
            trustTagId: 'TT-WD2024001',
            words: { title: 'Sample: Valid TrustTag' },
            report: { mode: 'sample', facts: { holderName: 'Samuel Okoro' } },
          },
        ],
      },
    })
  })

  it('takes what other tools made of our files: UTF-16, and another prefix in the badge', async () => {
    const badge = bakeSvg('<svg xmlns="http://www.w3.org/2000/svg"></svg>', credential)
    const renamed = badge.replaceAll('openbadges:', 'ob:').replace('xmlns:openbadges', 'xmlns:ob')
    const utf16 = Buffer.from(`\uFEFF${credential}`, 'utf16le')
    for (const file of [renamed, new Uint8Array(utf16), new Uint8Array(utf16.swap16()), `\uFEFF${credential}`]) {
      const { data } = await (await post(file)).json()
      expect(data).toMatchObject({ isValid: true, results: [{ trustTagId: 'TT-WD2024001' }] })
    }
  })

  it('names what is no TrustTag, and never repeats it', async () => {
    const { data } = await (await post('Hello, world')).json()
    expect(data).toMatchObject({ isValid: false, problem: { code: 'unreadable' }, results: [] })
    expect(JSON.stringify(data)).not.toContain('Hello')
  })

  it('refuses large bodies, empty forms and other methods', async () => {
    expect((await post(new Uint8Array(TAG_FILE_MAX_BYTES + 1))).status).toBe(413)
    const empty = new FormData()
    empty.append('file', 'a text')
    expect((await post(empty)).status).toBe(400)
    const many = new FormData()
    for (let at = 0; at < 11; at += 1) many.append('file', new File([credential], `${at}.json`))
    expect((await post(many)).status).toBe(400)
    const get = await api.request('/trusttag/verify-files')
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })

  it('is limited by IP address', async () => {
    const statuses = new Set<number>()
    for (let call = 0; call < 70; call += 1) statuses.add((await post('{}', {}, '192.0.2.77')).status)
    expect([...statuses]).toEqual([200, 429])
  })
})
