import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-price-button',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Price attribute without a price id',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
