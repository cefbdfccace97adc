import { ConfigError, readConfig } from '../../api/config'

/** The error of a start with these settings; `nothing` if they are accepted. */
export function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'nothing'
}
