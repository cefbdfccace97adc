import { ConfigError, readConfig } from '../../api/config'

/** What a start with these settings is refused with; `nothing` where it is not. */
export function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'nothing'
}
