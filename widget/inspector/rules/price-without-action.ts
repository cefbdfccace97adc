import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'price-without-action',
  severity: 'warning',
  attribute: 'data-ms-price:…',
  title: 'Price button that leads nowhere',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
