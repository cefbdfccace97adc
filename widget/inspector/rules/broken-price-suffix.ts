import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-price-suffix',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Price attribute with a suffix or value that means nothing',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
