import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithHolders } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'
import { writeTestFonts } from '../../../support/write-test-fonts'

let api: TagHolders
const FAMILY = '👨‍👩‍👧‍👦'

beforeAll(async () => {
  api = await startWithHolders()
  await writeTestFonts(join(api.folder, 'fonts'))
})
afterAll(() => api.close())

async function issue(holderName: string, skill = 'Cook') {
  const holder = await api.join()
  const attemptId = await api.pass(holder, skill)
  await api.give(holder)
  return { holder, answer: await api.call('issueTag', { attemptId, holderName, visibility: 'LINK' }, holder.how) }
}

const begin = (skill: string) => api.call('startAttempt', { skill }, { app: 'app_trusttag' })

describe('a misleading name is refused', () => {
  test.each([
    ['turned around', 'Ada \u202Ecalevol'],
    ['with an isolate', 'Ada \u2067x'],
    ['with an Arabic letter mark', 'Ada\u061C Lovelace'],
    ['of two lines', 'Ada\nScore: 100%'],
    ['of two paragraphs', 'Ada\u2029Status: Valid'],
    ['with a NUL', 'Ada\u0000'],
    ['with half a character', 'Ada \uD83D'],
    ['covered with marks', `Ada${'\u0336'.repeat(60)}`],
  ])('%s', async (_, name) => {
    expect((await issue(name)).answer.body.code).toBe('invalid-field-value')
    expect((await begin(name)).body.code).toBe('invalid-field-value')
  })

  test.each(['\u3164', '\u2800\u2800', '\u200B', '\u{E0041}\u{E0042}', '\uFEFF', '\u115F \u1160'])(
    'or an invisible one: %j',
    async (name) => {
      expect((await issue(name)).answer.body.code).toBe('required-field-missing')
      expect((await begin(name)).body.code).toBe('required-field-missing')
    },
  )
})

describe('a name is stored', () => {
  test('without its invisible characters', async () => {
    expect((await issue('A\u200Bda \u2060Love\u00ADlace')).answer.data.holderName).toBe('Ada Lovelace')
    expect((await begin('Bee\u3164 \u200BKeeping')).data.skill).toBe('Bee Keeping')
  })

  test.each(['अमिताभ बच्चन', 'می‌خواهم', 'Nguyễn Thị Ánh', 'Þór O’Neill-Ñuñez', `Ada ${FAMILY}`])(
    'as it is written: %s',
    async (name) => {
      expect((await issue(name)).answer.data.holderName).toBe(name)
    },
  )
})

describe('whatever a name contains', () => {
  test.each([
    ['<img src=x onerror=alert(1)> Ada', '<script>alert(1)</script> "\'`&'],
    [`Ada ${'😀'.repeat(45)}`, `${'😀'.repeat(39)}ab`],
    ['{id} {holder} {skill} $& $1', '{skill} $& {id}'],
    ['=HYPERLINK("http://x.example")', '../../etc/passwd; filename="x"'],
    [`W${' W'.repeat(49)}`, `W${' W'.repeat(39)}`],
  ])('mail, text, PDF, archive and image of %s have it as text', async (name, skill) => {
    const { holder, answer } = await issue(name, skill)
    const { trustTagId: tagId, holderName } = answer.data
    // A typed skill reaches no TrustTag.
    expect([holderName, answer.data.skill]).toEqual([name, 'Workplace basics'])

    const mail = await api.mailTo(holder.email)
    expect(mail?.subject).toContain('Workplace basics')
    expect(mail?.text).toContain(name)
    expect(mail?.html).not.toMatch(/<(?:img|script)/u)

    const { text, fileName } = (await api.call('getCertificateText', { tagId }, holder.how)).data
    expect(text.split('\n').filter((line) => line.startsWith('Holder:'))).toEqual([`Holder:      ${name}`])
    expect(fileName).toMatch(/^[\p{L}\p{N}.-]+$/u)

    for (const path of [`/trusttag/own-tags/${tagId}/certificate.pdf`, '/trusttag/portfolio.zip']) {
      const headers = { 'x-app-id': 'app_trusttag', authorization: `Bearer ${holder.how.token}` }
      const file = await api.request(path, { headers })
      expect([path, file.status]).toEqual([path, 200])
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/u)
    }
    expect((await api.request(`/trusttag/tags/${tagId}/og.png`)).status).toBe(200)
  })
})
