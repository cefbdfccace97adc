import { describe, expect, test } from 'vitest'
import { findingsIn } from './inspect-text'

describe('nested-forms', () => {
  test('a form within a form is found where its tag stands', () => {
    expect(findingsIn('<form>\n<div>\n<form data-ms-form="profile"><button>Go</button></form></div></form>')).toEqual([
      '3 nested-forms',
    ])
  })

  test('and so is one that only a missing end tag has put there', () => {
    const form = '<form data-ms-form="profile"><button>Save</button>\n'
    expect(findingsIn(`${form}${form}${form}`)).toEqual(['2 nested-forms', '3 nested-forms'])
  })

  test('also in a table', () => {
    expect(findingsIn('<form><table><tr><form data-ms-form="profile">')).toEqual(['1 nested-forms'])
  })

  test.each([
    ['one after the other', '<form data-ms-form="profile"><button>a</button></form><form action="/"></form>'],
    ['within a template', '<template><form><form data-ms-form="profile"></template>'],
    ['of others', '<form><form></form></form>'],
    ['as an end tag', '<form data-ms-form="profile"><button>a</button></form></form>'],
  ])('forms %s are right', (_, text) => expect(findingsIn(text)).toEqual([]))
})

describe('duplicate-attribute', () => {
  test('the element is named once for each of ours that stands there again', () => {
    expect(findingsIn('\n<p data-ms-content="members"\nDATA-MS-CONTENT=x data-ms-content>')).toEqual([
      '2 duplicate-attribute',
    ])
    expect(findingsIn('<a data-ms-modal="login" href="/" data-ms-modal="signup" redirect redirect>')).toContain(
      '1 duplicate-attribute',
    )
  })

  test('it is told of a tag that browsers drop, too', () => {
    expect(findingsIn('<form><form data-ms-form="profile" data-ms-form="login">')).toContain('1 duplicate-attribute')
  })

  test.each([
    ['of others', '<p class="a" class="b" data-ms-content="members">'],
    ['of end tags', '<p data-ms-content="members"></p data-ms-content data-ms-content><b data-ms-content="members">'],
    ['in a comment', '<!-- <p data-ms-content="a" data-ms-content="b"> -->'],
    ['in a script', '<script>"<p data-ms-content=1 data-ms-content=2>"</script>'],
  ])('attributes %s are not', (_, text) => expect(findingsIn(text)).toEqual([]))
})
