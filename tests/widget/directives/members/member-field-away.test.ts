// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { leavePage, mountPage } from '../../../support/mount-page'

afterEach(leavePage)

const having = (value: string) => aMember({ customFields: { k: value } })
const profile = (html: string): string => `<form data-ms-form="profile">${html}</form>`

/** The value of the field, or the selected radio button. */
function shown(): string {
  const fields = [...document.querySelectorAll('input')]
  if (fields.length === 1) return fields[0]?.value ?? ''
  return fields.map(({ checked }) => (checked ? 'x' : '-')).join('')
}

const leave = (): boolean => window.dispatchEvent(new Event('pagehide'))
const comeBack = (): boolean => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

test.each([
  ['<input data-ms-member="k" value="mine">', 'Ada', 'mine'],
  [
    '<input type="radio" name="g" data-ms-member="k" value="Ada"><input type="radio" name="g" data-ms-member="k" value="b">',
    'x-',
    '--',
  ],
  [
    '<input type="radio" name="g" data-ms-member="k" value="Ada"><input type="radio" name="g" data-ms-member="k" value="b" checked>',
    'x-',
    '-x',
  ],
])(
  '%s gives nothing away while the page is left, and has it back where the page was kept',
  async (html, filled, authored) => {
    const page = await mountPage(profile(html), { member: having('Ada') })
    let heard = 0
    page.find('form').addEventListener('change', () => (heard += 1))
    expect(shown()).toBe(filled)
    leave()
    expect(shown()).toBe(authored)
    comeBack()
    expect(shown()).toBe(filled)
    expect(heard).toBe(0)
    leave()
    setMember(null)
    comeBack()
    expect(shown()).toBe(authored)
    setMember(having('Ada'))
    expect(shown()).toBe(filled)
  },
)

test('a draft stays when the page is left', async () => {
  const page = await mountPage(profile('<input data-ms-member="k">'), { member: having('Ada') })
  page.field('input').value = 'my draft'
  leave()
  comeBack()
  expect(shown()).toBe('my draft')
})
