// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { formWithoutSubmit as rule } from '../../../../widget/inspector/rules/form-parts'
import { check } from './check-html'

const form = (inner: string): string =>
  `<form id="a" data-ms-form="profile"><input data-ms-member="about">${inner}</form>`

test.each([
  ['no button', ''],
  ['a button of another type', '<button type="button">Save</button><button type="reset">Undo</button>'],
  ['a link that looks like one', '<a href="#" class="button">Save</a>'],
  ['a button of a social provider', '<button data-ms-auth-provider="google">Google</button>'],
  ['a button of another form', '<button form="b">Save</button>'],
])('a form with %s is warned about', (_what, inner) => {
  expect(check(rule, `${form(inner)}<form id="b"></form>`)).toEqual(['a'])
})

test.each([
  '<button>Save</button>',
  '<button type="submit">Save</button>',
  '<button type="SUBMIT">Save</button>',
  '<button type="none">Save</button>',
  '<input type="submit">',
  '<input type="image" alt="Save" src="/save.png">',
  '<my-button type="submit">Save</my-button>',
  '<div role="button" tabindex="0" onclick="this.closest(\'form\').requestSubmit()">Save</div>',
])('%s sends its form', (inner) => {
  expect(check(rule, form(`<div>${inner}</div>`))).toEqual([])
})

test('a button elsewhere sends the form that it names', () => {
  expect(check(rule, `${form('')}<footer><button form="a">Save</button></footer>`)).toEqual([])
  expect(check(rule, `${form('')}<footer><button>Save</button></footer>`)).toEqual(['a'])
})

test('a form with social login alone has nothing to send', () => {
  expect(check(rule, '<form data-ms-form="login"><button data-ms-auth-provider="google"></button></form>')).toEqual([])
})

test('the page’s own forms, and other elements, are ignored', () => {
  expect(check(rule, '<form><input></form><div data-ms-form="login"><input data-ms-member="email"></div>')).toEqual([])
})
