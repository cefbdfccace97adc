import type { Mode } from './mode'

/** Names an account to a rate limit, whether or not it exists: a limit must not tell the two apart. */
export function accountKey(appId: string, mode: Mode, email: string): string {
  return `${appId} ${mode} ${email}`
}
