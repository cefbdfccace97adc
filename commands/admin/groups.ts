import { appVerbs } from './app-verbs'
import { keyVerbs } from './key-verbs'
import { memberVerbs } from './member-verbs'
import type { Verbs } from './verb'
import { webhookVerbs } from './webhook-verbs'

/** What the command can do, by the thing that it is done to. */
export const groups = {
  keys: keyVerbs,
  webhooks: webhookVerbs,
  members: memberVerbs,
  apps: appVerbs,
} as const satisfies Record<string, Verbs>
