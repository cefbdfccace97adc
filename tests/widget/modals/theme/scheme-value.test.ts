import { expect, test } from 'vitest'
import { schemeValue } from '../../../../widget/modals/theme/theme'

const css = (knows: boolean) => ({ supports: () => knows })

test.each([
  [['#fff', '#000'], 'light dark', true, 'light-dark(#fff, #000)'],
  [['#fff', '#000'], 'dark', true, 'light-dark(#fff, #000)'],
  [['#fff', '#fff'], 'dark', true, '#fff'],
  [['#fff', '#000'], 'light dark', false, '#fff'],
  [['#fff', '#000'], 'dark', false, '#000'],
] as const)('%j in the scheme "%s" is, where light-dark() is known (%s): %s', (pair, scheme, knows, value) => {
  expect(schemeValue(pair, scheme, css(knows))).toBe(value)
})
