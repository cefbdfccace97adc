// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { leavePage, mountPage } from '../../../support/mount-page'

afterEach(leavePage)

const having = (customFields: Record<string, string>) => aMember({ customFields })
const profile = (html: string): string => `<form data-ms-form="profile">${html}</form>`

test('filling a group of 500 choices looks at each of them a few times, not at all of them for each', async () => {
  const choices = Array.from({ length: 500 }, (_, index) => `choice-${index}`)
  const boxes = choices.map((value) => `<input type="checkbox" data-ms-member="k" data-ms-value="${value}">`)
  await mountPage(profile(boxes.join('')))
  const looks = vi.spyOn(Element.prototype, 'getAttribute')
  setMember(having({ k: choices.join(', ') }))
  expect(looks.mock.calls.length / choices.length).toBeLessThan(50)
  expect(document.querySelectorAll(':checked')).toHaveLength(500)
})

test('an option that comes after the others is chosen once it is there', async () => {
  const page = await mountPage(profile('<select data-ms-member="k"><option>a</option></select>'), {
    member: having({ k: 'b' }),
  })
  page.find('select').insertAdjacentHTML('beforeend', '<option>b</option>')
  setMember(having({ k: 'b' }))
  expect(document.querySelector('select')?.value).toBe('b')
})
