import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'incorrect-price-id',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'No price has this id',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
