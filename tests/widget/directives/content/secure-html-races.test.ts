// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SecureContent } from '../../../../contract/entities'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { type FakeClient, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const html = '<section data-ms-secure-html="cnt_a">own</section>'
const member = aMember()
let client: FakeClient
/** The pending requests, in order. The test responds to each with a text. */
let waiting: ((content: string) => void)[]

beforeEach(() => {
  client = fakeClient()
  waiting = []
  client.getSecureContent.mockImplementation(
    async () =>
      new Promise<{ data: SecureContent }>((resolve) => {
        waiting.push((content) => resolve({ data: { type: 'TEXT', content } }))
      }),
  )
})
afterEach(leavePage)

const state = () => [find('section').textContent, find('section').getAttribute('aria-busy')]
async function answer(index: number, content: string): Promise<void> {
  waiting[index]?.(content)
  await settle()
}

test('the element is busy while the content is on its way', async () => {
  await mountPage(html, { client, member })
  expect(state()).toEqual(['own', 'true'])
  await answer(0, 'theirs')
  expect(state()).toEqual(['theirs', null])
})

test('a logout while it is on its way shows nothing', async () => {
  await mountPage(html, { client, member })
  setMember(null)
  expect(state()).toEqual(['own', null])
  await answer(0, 'theirs')
  expect(state()).toEqual(['own', null])
})

test('the next member never sees content of the previous one, whatever the order of responses', async () => {
  await mountPage(html, { client, member })
  await answer(0, 'Ada’s')
  setMember(aMember({ id: 'mem_sb_grace' }))
  expect(state()).toEqual(['own', 'true'])
  setMember(aMember({ id: 'mem_sb_joan' }))
  await answer(2, 'Joan’s')
  await answer(1, 'Grace’s')
  expect(state()).toEqual(['Joan’s', null])
})

test('an element removed during the request keeps its original content', async () => {
  const page = await mountPage(html, { client, member })
  const section = find('section')
  section.remove()
  await page.settle()
  await answer(0, 'theirs')
  expect([section.textContent, section.hasAttribute('aria-busy')]).toEqual(['own', false])
})

test('after a change of the ID only the new content is shown', async () => {
  const page = await mountPage(html, { client, member })
  find('section').setAttribute('data-ms-secure-html', 'cnt_b')
  await page.settle()
  await answer(1, 'other')
  await answer(0, 'theirs')
  expect(state()).toEqual(['other', null])
})

test('what a framework owns keeps its nodes, out of sight, and gets them back', async () => {
  await mountPage('<section data-ms-secure-html="cnt_a">own <b style="display: flex">bold</b></section>', { client })
  Object.assign(find('section'), { __reactFiber$x1: {} })
  const [text, bold] = [...find('section').childNodes]
  setMember(member)
  await answer(0, 'theirs')
  expect([find('section').firstChild, find('b')]).toEqual([text, bold])
  expect([text!.textContent, find('b').style.display]).toEqual(['', 'none'])
  expect(find('section').lastChild!.textContent).toBe('theirs')
  setMember(null)
  expect(find('section').innerHTML).toBe('own <b style="display: flex;">bold</b>')
})
