import { expect, test } from 'vitest'
import { hidingRules } from '../../../../widget/directives/gating/hiding-rules'

test('every rule that hides weighs more than a page’s own rule for an id', () => {
  const [, selectors = ''] = /^:root\{[^}]*\}([^{]*)\{display:none !important\}$/.exec(hidingRules(['!members'])) ?? []
  const ids = selectors.split(',').map((selector) => selector.match(/#/g)?.length)
  expect(ids).toEqual([3, 3])
})
