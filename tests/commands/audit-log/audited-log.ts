import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { formatVerifierKey } from '../../../contract/tlog/signed-note'
import { serveLog } from '../../support/serve-log'
import type { ServedLog } from '../../support/serve-log'
import { tempFolder } from '../../support/temp-folder'
import { runAudit } from './run-audit'

/** A new log for each test. */
export function auditedLog() {
  let log: ServedLog
  beforeEach(async () => {
    log = await serveLog()
  })
  afterEach(() => log.close())

  const audit = (...args: string[]) => runAudit([log.url, ...args])
  return {
    log: () => log,
    audit,
    key: () => formatVerifierKey(log.issuer.logKeys('live')[0]!),
    /** Audits the log once. @returns path of the state file */
    seen: async (...entries: number[]): Promise<string> => {
      await log.append(...entries)
      const state = join(tempFolder(), 'seen.json')
      expect(await audit('--state', state)).toMatchObject({ code: 0 })
      return state
    },
  }
}
