// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

afterEach(leavePage)

const having = (customFields: Record<string, string | number | boolean | null>, id = 'mem_sb_ada') =>
  aMember({ id, customFields })

const profile = (html: string): string => `<form data-ms-form="profile">${html}</form>`

/** What a field shows; for a group or a multi-select, the selected values. */
const shown = (): string => {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-ms-member]')]
  if (fields[0]?.matches('[type=radio],[type=checkbox]'))
    return fields.map(({ checked }) => (checked ? 'x' : '-')).join('')
  const select = document.querySelector('select')
  const chosen = Array.from(select?.options ?? []).filter(({ selected }) => selected)
  return select ? chosen.map(({ value }) => value).join('+') : (fields[0]?.value ?? '')
}

const group = (type: string, ...values: string[]): string =>
  values.map((value) => `<input type="${type}" name="g" data-ms-member="k" data-ms-value="${value}">`).join('')

test.each([
  ['<input data-ms-member="k" value="mine">', 'Ada', 'Ada', 'mine'],
  ['<input data-ms-member="k" value="mine">', '', '', 'mine'],
  ['<input data-ms-member="k">', 7, '7', ''],
  ['<input type="date" data-ms-member="k">', '1843-09-01', '1843-09-01', ''],
  ['<input data-ms-member="email">', null, 'ada@example.com', ''],
  ['<input data-ms-member="signup-date">', null, '2026-03-05', ''],
  ['<textarea data-ms-member="k">mine</textarea>', 'two\nlines', 'two\nlines', 'mine'],
  ['<select data-ms-member="k"><option value="">-</option><option>a</option><option>b</option></select>', 'b', 'b', ''],
  ['<select data-ms-member="k"><option>a</option><option selected>b</option></select>', 'not offered', 'b', 'b'],
  [
    '<select data-ms-member="k" multiple><option>a</option><option>b</option><option>c</option></select>',
    'a, c',
    'a+c',
    '',
  ],
  ['<input type="checkbox" data-ms-member="k">', true, 'x', '-'],
  ['<input type="checkbox" data-ms-member="k">', 'true', 'x', '-'],
  ['<input type="checkbox" data-ms-member="k" checked>', false, '-', 'x'],
  [group('checkbox', 'a', 'b', 'c'), 'a, c', 'x-x', '---'],
  [group('checkbox', 'a', 'b', 'c'), 'a,c', 'x-x', '---'],
  [group('checkbox', 'Paris, France', 'Rome'), 'Paris, France', 'x-', '--'],
  [group('radio', 'a', 'b'), 'b', '-x', '--'],
])('%s shows %o while a member is logged in', async (html, value, expected, authored) => {
  await mountPage(profile(html))
  expect(shown()).toBe(authored)
  setMember(having({ k: value }))
  expect(shown()).toBe(expected)
  setMember(null)
  expect(shown()).toBe(authored)
})

test('a hidden field and its copies get the author’s value back at logout', async () => {
  await mountPage(
    `<form><input type="hidden" data-ms-member="id"><input type="hidden" data-ms-member="email" value="own"></form>`,
  )
  const values = () => [...document.querySelectorAll<HTMLInputElement>('[data-ms-member]')].map(({ value }) => value)
  setMember(aMember({ id: 'mem_sb_ada' }))
  expect(values()).toEqual(['mem_sb_ada', 'ada@example.com'])
  document.body.append(find('form').cloneNode(true))
  await settle()
  setMember(aMember({ id: 'mem_sb_bob' }))
  expect(values().slice(0, 2)).toEqual(['mem_sb_bob', 'ada@example.com'])
  setMember(null)
  expect(values()).toEqual(['', 'own', '', ''])
})

test('what was never stored leaves the author’s own', async () => {
  await mountPage(profile('<input data-ms-member="k" value="mine">'), { member: having({}) })
  expect(shown()).toBe('mine')
})

test.each(['signup', 'login', 'passwordless-login', 'passwordless-signup', 'forgot-password', 'password'])(
  'a %s form is not filled in',
  async (kind) => {
    await mountPage(`<form data-ms-form="${kind}"><input data-ms-member="k"></form>`, { member: having({ k: 'v' }) })
    expect(shown()).toBe('')
  },
)

test.each([
  ['<form data-ms-form="profile"><input type="hidden" data-ms-member="k" value="mine"></form>', 'mine'],
  ['<form><input type="hidden" data-ms-member="k" value="mine"></form>', 'v'],
  ['<input data-ms-member="k">', 'v'],
  ['<form data-ms-form="email"><input data-ms-member="k"></form>', 'v'],
  ['<form><input type="password" data-ms-member="k"></form>', ''],
  ['<form><input data-ms-member="password"></form>', ''],
])('%s holds %o', async (html, expected) => {
  await mountPage(html, { member: having({ k: 'v', password: 'secret' }) })
  expect(shown()).toBe(expected)
})

test('what a person changed stays, until it is what is stored', async () => {
  const page = await mountPage(profile('<input data-ms-member="k">'), { member: having({ k: 'one' }) })
  page.field('input').value = 'my draft'
  setMember(having({ k: 'two' }))
  expect(shown()).toBe('my draft')
  setMember(having({ k: 'my draft' }))
  setMember(having({ k: 'three' }))
  expect(shown()).toBe('three')
})

test('what was typed before the member was known stays', async () => {
  const page = await mountPage(profile('<input data-ms-member="k">'), { member: undefined, readiness: 'waiting' })
  page.field('input').value = 'typed early'
  setMember(having({ k: 'stored' }))
  expect(shown()).toBe('typed early')
})

test('a group in which one choice was made is left alone as a whole', async () => {
  const page = await mountPage(profile(group('radio', 'a', 'b', 'c')), { member: having({ k: 'a' }) })
  page.field('[data-ms-value=b]').checked = true
  setMember(having({ k: 'c' }))
  expect(shown()).toBe('-x-')
})

test('a draft outlives a session that ended, not a logout, and never reaches another member', async () => {
  const page = await mountPage(profile('<input data-ms-member="k">'), { member: having({ k: 'one' }) })
  page.field('input').value = 'my draft'
  setMember(null)
  expect(shown()).toBe('my draft')
  setMember(having({ k: 'one' }))
  expect(shown()).toBe('my draft')
  setMember(having({ k: 'theirs' }, 'mem_sb_other'))
  expect(shown()).toBe('theirs')
  page.field('input').value = 'another draft'
  setMember(null)
  document.dispatchEvent(new Event('membership.logout'))
  expect(shown()).toBe('')
})

test.each(['', 'value="mine"'])('nor does a draft where nothing was stored (%s)', async (value) => {
  const page = await mountPage(profile(`<input data-ms-member="k" ${value}>`), { member: having({}) })
  page.field('input').value = 'my draft'
  setMember(null)
  expect(shown()).toBe('my draft')
  setMember(having({}))
  expect(shown()).toBe('my draft')
  setMember(having({}, 'mem_sb_other'))
  expect(shown()).toBe(value && 'mine')
  page.field('input').value = 'another draft'
  setMember(null)
  document.dispatchEvent(new Event('membership.logout'))
  expect(shown()).toBe(value && 'mine')
})

test('a visitor’s own words outlive a login and a logout', async () => {
  const page = await mountPage('<form><input data-ms-member="k"></form>')
  page.field('input').value = 'typed'
  setMember(having({ k: 'stored' }))
  setMember(null)
  document.dispatchEvent(new Event('membership.logout'))
  expect(shown()).toBe('typed')
})

test('fields that come later, a copy of a filled one and one whose key changes follow too', async () => {
  await mountPage('<p></p>', { member: having({ k: 'one', other: 'two' }) })
  find('p').innerHTML = profile('<input data-ms-member="k">')
  await settle()
  expect(shown()).toBe('one')
  const copy = document.querySelector('input')!.cloneNode()
  document.querySelector('form')!.append(copy)
  document.querySelector('input')!.setAttribute('data-ms-member', 'other')
  await settle()
  expect(shown()).toBe('two')
  setMember(null)
  expect(Array.from(document.querySelectorAll('input'), ({ value }) => value)).toEqual(['', ''])
})

test('the page’s scripts hear of a change as if a person had made it, and of nothing else', async () => {
  const page = await mountPage(profile(`<input data-ms-member="name">${group('radio', 'a', 'b')}`))
  const heard: string[] = []
  for (const type of ['input', 'change']) {
    page.find('form').addEventListener(type, ({ target }) => {
      if (target instanceof HTMLInputElement) heard.push(`${type} ${target.dataset['msValue'] ?? target.value}`)
    })
  }
  setMember(having({ name: 'Ada', k: 'a' }))
  setMember(having({ name: 'Ada', k: 'a' }))
  setMember(having({ name: 'Ada', k: 'b' }))
  expect(heard).toEqual(['input Ada', 'change Ada', 'input a', 'change a', 'input b', 'change b'])
})

test('a script that writes the value otherwise has not changed it', async () => {
  const page = await mountPage(profile('<input data-ms-member="k">'))
  const input = page.field('input')
  input.addEventListener('input', () => (input.value = input.value.toUpperCase()))
  setMember(having({ k: 'one' }))
  setMember(having({ k: 'two' }))
  expect(shown()).toBe('TWO')
  setMember(null)
  expect(shown()).toBe('')
})
