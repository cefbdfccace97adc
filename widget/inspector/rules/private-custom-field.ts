import { PRIVATE_FIELD_CHECK_DELAY_MS } from '../../../contract/limits'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'private-custom-field',
  severity: 'error',
  attribute: 'data-ms-post-creator',
  title: 'Private field shown to everybody',

  afterMs: PRIVATE_FIELD_CHECK_DELAY_MS,
  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
