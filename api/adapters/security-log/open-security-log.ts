import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { destination, pino, stdTimeFunctions } from 'pino'
import type { Logger } from 'pino'
import { ConfigError } from '../../config'
import type { Config } from '../../config'
import { securityEvents } from '../../lib/security-log'
import type { Metrics } from '../../ports/metrics'
import type { SecurityLog } from '../../lib/security-log'

/** What is not written yet, as while a disk is full, is kept to be written later; more is dropped. */
const KEPT_BYTES = 4_000_000

/**
 * Lines with `kind: "security"`: in the file that SECURITY_LOG names, else among the others of `log`. There they are written
 * whatever LOG_LEVEL says, but for development, where a person looks at the terminal.
 * @param log null writes nothing but the file: for commands, whose output is for whoever called them
 * @throws {ConfigError} when the file cannot be written
 */
export function openSecurityLog(
  { securityLog: file, development }: Pick<Config, 'securityLog' | 'development'>,
  log: Logger | null,
  metrics: Pick<Metrics, 'securityEvent'> | null = null,
): SecurityLog {
  const written = file === null ? log?.child({}, development ? {} : { level: 'info' }) : openFile(file, log)
  return {
    write(event, facts) {
      metrics?.securityEvent(event)
      written?.info(
        { kind: 'security', event, outcome: securityEvents[event].outcome, ...facts },
        securityEvents[event].what,
      )
    },
  }
}

/** Written at once, whole lines at its end: several processes, and commands, may share the file. */
function openFile(file: string, log: Logger | null): Logger {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const stream = destination({ dest: file, append: true, mode: 0o600, sync: true, maxLength: KEPT_BYTES })
    // A full disk must not end the process, nor fill the log with as many lines.
    let isTold = false
    stream.on('error', (error: Error) => {
      if (!isTold) log?.error({ reason: error.message }, 'the security log cannot be written')
      isTold = true
    })
    stream.on('write', () => void (isTold = false))
    return pino({ level: 'info', timestamp: stdTimeFunctions.isoTime }, stream)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new ConfigError(`SECURITY_LOG ${file} cannot be written: ${reason}`, { cause: error })
  }
}
