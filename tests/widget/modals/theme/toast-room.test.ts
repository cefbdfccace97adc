import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheet = ['overlay', 'controls']
  .map((name) => readFileSync(new URL(`../../../../widget/modals/theme/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')

/** The first length of a declaration, in pixels. */
function length(selector: string, property: string): number {
  const rule = sheet.slice(sheet.indexOf(`\n${selector} {`)).split('}')[0] ?? ''
  const found = new RegExp(`\\n  ${property}: (\\d+)px`).exec(rule)?.[1]
  if (!found) throw new Error(`${selector} has no ${property} in pixels`)
  return Number(found)
}

test('a sentence at the top of the panel begins below the close button, with room between them', () => {
  const closeEnds = length('.close', 'inset-block-start') + length('.close', 'block-size')
  const toastBegins = length('.panel', 'padding') + length('.toast:not(:empty)', 'margin-block')
  expect(toastBegins - closeEnds).toBeGreaterThanOrEqual(8)
})
