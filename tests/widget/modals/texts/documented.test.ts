import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultTexts } from '../../../../widget/modals/texts/english'

test('docs/texts.md lists every text with its default, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/texts.md', import.meta.url), 'utf8')
  const [, table = ''] = /\| key +\| default +\|\n(.+?)\n\n/s.exec(page) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)`(?: \*)? *\| (.+?) *\|$/gm)]
  expect(Object.fromEntries(rows.map(([, key = '', text = '']) => [key, text]))).toEqual(defaultTexts)
})
