import { expect, test } from 'vitest'
import { findingsIn } from '../../../commands/inspect/inspect-text'

test('a form within a form is found where its tag stands', () => {
  expect(findingsIn('<form>\n<div>\n<form data-ms-form="profile"><button>Go</button></form></div></form>')).toEqual([
    '3 nested-forms',
  ])
})

test('and so is one that only a missing end tag has put there', () => {
  const form = '<form data-ms-form="email"><button>Save</button>\n'
  expect(findingsIn(`${form}${form}${form}`)).toEqual(['2 nested-forms', '3 nested-forms'])
})

test('also in a table', () => {
  expect(findingsIn('<form><table><tr><form data-ms-form="profile">')).toEqual(['1 nested-forms'])
})

test.each([
  ['one after the other', '<form data-ms-form="email"><button>a</button></form><form action="/"></form>'],
  ['within a template', '<template><form><form data-ms-form="profile"></template>'],
  ['of others', '<form><form></form></form>'],
  ['as an end tag', '<form data-ms-form="email"><button>a</button></form></form>'],
])('forms %s are right', (_, text) => expect(findingsIn(text)).toEqual([]))
