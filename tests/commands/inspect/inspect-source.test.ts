import { describe, expect, test } from 'vitest'
import { findingsIn, inspectText } from './inspect-text'

const lines = [
  '<!doctype html>',
  '<html>',
  '<head>',
  '<script src="x" data-memberstack-app="app_demo"></script>',
  '</head>',
  '<body>',
  'Grüße 🎉',
  '<p>Text<div',
  '  data-ms-form="login"',
  '></div>',
  '<b data-ms-content="nobody-knows">x',
  '</body>',
]
const wanted = ['8 misplaced-form-attribute', '11 unknown-group-key']

describe('a finding has the line of its start tag', () => {
  test.each([
    ['LF', lines.join('\n')],
    ['CR LF', lines.join('\r\n')],
    ['CR', lines.join('\r')],
  ])('in a file with %s', (_, text) => expect(findingsIn(text)).toEqual(wanted))

  test('an element that the parser inserts has the line of its parent', () => {
    const text = `\n\n<body data-ms-content="members">\n${lines[3]}`
    const ids = inspectText(text).filter(({ id }) => id === 'gated-page-without-redirect')
    expect(ids.map(({ line }) => line)).toEqual([3])
  })

  test('rows are in order of lines, most severe first', () => {
    const row = (line: number, severity: string) => expect.objectContaining({ line, severity, file: 'page.html' })
    expect(inspectText(lines.join('\n'))).toEqual([
      row(8, 'error'),
      row(8, 'found'),
      row(11, 'error'),
      row(11, 'found'),
    ])
  })
})

test('a message has the problem and the value', () => {
  expect(inspectText('<div data-ms-form="login">')[0]?.message).toBe(
    'Form attribute on another element. It is on a <div>.',
  )
})

test('a message stays short, however long the value', () => {
  const [row] = inspectText(`<b data-ms-content="${'a'.repeat(100_000)}">`)
  expect(row?.id).toBe('unknown-group-key')
  expect(row?.message.length).toBeLessThan(500)
})

test('a tag that becomes several elements is one finding', () => {
  expect(findingsIn('<p><b data-ms-form="login">1<p>2<p>3')).toEqual(['1 misplaced-form-attribute'])
})

test('template contents are not part of the page', () => {
  expect(inspectText('<template><div data-ms-form="login"></div></template>')).toEqual([])
})

test('a field finds its form by position and by the form attribute', () => {
  const field = '<input data-ms-member="first-name"'
  expect(findingsIn(`${field}>`)).toEqual(['1 field-outside-form'])
  expect(findingsIn(`${field} form="f"><form id="f" data-ms-form="profile"><button>Save</button></form>`)).toEqual([])
})

describe('fragments', () => {
  test('need no install script, and rows of a table are read without one', () => {
    expect(findingsIn('<tr><td><b data-ms-content="nobody-knows">x</b></td></tr>')).toEqual(['1 unknown-group-key'])
    expect(findingsIn('<!-- row -->\n<td data-ms-form="login">')).toEqual(['2 misplaced-form-attribute'])
  })

  test.each(['<!doctype html>', '<html>', '<head>', '<body>'])('a page with %s has no install script', (tag) => {
    expect(findingsIn(`${tag}<b data-ms-content="members">x</b>`)).toEqual([expect.stringContaining('no-install-code')])
  })

  test('a script of the page may add the install script', () => {
    const add = `<script>s.dataset.memberstackApp = "app_demo"</script>`
    expect(findingsIn(`<!doctype html>${add}<b data-ms-content="members">x</b>`)).toEqual([])
  })

  test('a page without data-ms attributes needs none', () => {
    expect(inspectText('<!doctype html><title>x</title><p data-other>')).toEqual([])
  })
})
