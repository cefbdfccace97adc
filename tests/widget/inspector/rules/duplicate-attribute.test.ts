import { expect, test } from 'vitest'
import { findingsIn } from '../../../commands/inspect/inspect-text'

test('the element is reported once per repeated attribute', () => {
  expect(findingsIn('\n<p data-ms-content="members"\nDATA-MS-CONTENT=x data-ms-content>')).toEqual([
    '2 duplicate-attribute',
  ])
  expect(findingsIn('<a data-ms-modal="login" href="/" data-ms-modal="signup" redirect redirect>')).toContain(
    '1 duplicate-attribute',
  )
})

test('a tag that browsers ignore is reported too', () => {
  expect(findingsIn('<form><form data-ms-form="profile" data-ms-form="login">')).toContain('1 duplicate-attribute')
})

test.each([
  ['of others', '<p class="a" class="b" data-ms-content="members">'],
  ['of end tags', '<p data-ms-content="members"></p data-ms-content data-ms-content><b data-ms-content="members">'],
  ['in a comment', '<!-- <p data-ms-content="a" data-ms-content="b"> -->'],
  ['in a script', '<script>"<p data-ms-content=1 data-ms-content=2>"</script>'],
])('attributes %s are not', (_, text) => expect(findingsIn(text)).toEqual([]))
