// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setMember } from '../../../widget/stores/identity'
import { aMember } from '../../support/a-member'
import { find, leavePage, mountPage, settle } from '../../support/mount-page'

const form = `<form id="form" data-ms-gating="hide">
  <input name="always">
  <div id="gated" data-ms-content="members"><input name="secret" required><select name="choice"></select></div>
  <div data-ms-content="!members"><input name="visitor"></div>
</form>`
/** The fields of the form: this DOM does not support fields inside that belong to another form. */
const names = (): string[] =>
  [...document.querySelectorAll('#form input, #form select, [form=form]')]
    .filter((field) => ['form', null].includes(field.getAttribute('form')))
    .map((field) => field.getAttribute('name') ?? '')
const logIn = async (): Promise<void> => {
  setMember(aMember())
  await settle()
}

afterEach(leavePage)

test('a hidden field belongs to no form and comes back as it was', async () => {
  await mountPage(form)
  const before = find('#gated').innerHTML
  expect(names()).toEqual(['always', 'visitor'])
  await logIn()
  expect(names()).toEqual(['always', 'secret', 'choice'])
  setMember(null)
  await settle()
  expect(names()).toEqual(['always', 'visitor'])
  setMember(undefined)
  expect(names()).toEqual(['always'])
  await logIn()
  expect(find('#gated').innerHTML.replaceAll(' form=""', '')).toBe(before.replaceAll(/ form="[^"]*"/g, ''))
})

test('what its author wrote into the form attribute is kept', async () => {
  await mountPage(`${form}<p data-ms-content="members" data-ms-gating="hide"><input name="far" form="form"></p>`)
  expect(names()).not.toContain('far')
  await logIn()
  expect(find('[name=far]').getAttribute('form')).toBe('form')
})

test('so do fields that come later, into a hidden part of a form', async () => {
  await mountPage(form)
  find('#gated').insertAdjacentHTML('beforeend', '<label><input name="late"></label>')
  await settle()
  expect(names()).toEqual(['always', 'visitor'])
  await logIn()
  expect(names()).toContain('late')
})

test('a field that is moved out of the hidden part counts again', async () => {
  await mountPage(form)
  find('#form').append(find('[name=secret]'))
  await settle()
  expect(names()).toContain('secret')
})

test('a clone of a hidden part is whole once it shows', async () => {
  await mountPage(form)
  find('#form').append(find('#gated').cloneNode(true))
  await settle()
  expect(names()).toEqual(['always', 'visitor'])
  await logIn()
  expect(names().filter((name) => name === 'secret')).toHaveLength(2)
})

test('an element that may show again by a changed value has its fields again', async () => {
  await mountPage(form)
  find('#gated').setAttribute('data-ms-content', '!members')
  await settle()
  expect(names()).toContain('secret')
})

test('a form that is hidden as a whole is left alone', async () => {
  await mountPage(`<section data-ms-content="members" data-ms-gating="hide">${form}</section>`)
  expect(names()).toContain('secret')
})
