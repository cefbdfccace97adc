import { expect, test, vi } from 'vitest'
import { adminCommand } from '../../commands/admin/command'
import { auditLogCommand } from '../../commands/audit-log/command'
import { run as runAudit } from '../../commands/packages/audit.mjs'
import { run as runBench } from '../../commands/bench/run-bench.mjs'
import { databaseCommand } from '../../commands/database/command'
import { run as runFuzz } from '../../commands/dev/fuzz.mjs'
import { run as runTest } from '../../commands/test/run-test.mjs'
import { inspectCommand } from '../../commands/inspect/command'
import { keysCommand } from '../../commands/keys'
import { run as runLicences } from '../../commands/packages/licences.mjs'
import { mirrorCommand } from '../../commands/mirror'
import { ownerCommand } from '../../commands/owner'
import { passkeysCommand } from '../../commands/passkeys'
import { passwordsCommand } from '../../commands/passwords'
import { settingsCommand } from '../../commands/settings'
import { storageCommand } from '../../commands/storage/command'
import { verifyTagCommand } from '../../commands/verify-tag/command'
import { witnessCommand } from '../../commands/witness-command'

const never = (): never => {
  throw new Error('Help needs none of this.')
}

/** Invalid settings. */
const env = { API_PORT: 'x', DATABASE_URL: 'garbage', SETTINGS_FILE: '/nowhere/at/all' }

interface Terminal {
  print: (line: string) => void
  complain: (line: string) => void
}

/** Commands with options. */
const commands: Record<string, (args: string[], terminal: Terminal) => Promise<number | undefined>> = {
  admin: (args, terminal) => adminCommand(args, { env, banksFolder: '', ...terminal }),
  audit: (args) => runAudit(args),
  'audit-log': (args, terminal) => auditLogCommand(args, { now: never, ...terminal }),
  bench: (args) => runBench(args),
  database: (args, terminal) => databaseCommand(args, { env, ...terminal }),
  fuzz: (args) => runFuzz(args),
  inspect: (args, terminal) => inspectCommand(args, { cwd: '', colour: false, env, ...terminal }),
  keys: (args, terminal) => keysCommand(args, { env, ask: never, ...terminal }),
  licences: (args) => runLicences(args),
  mirror: (args, terminal) => mirrorCommand(args, { env, ...terminal }),
  owner: (args, terminal) => ownerCommand(args, { env, banksFolder: '', ...terminal }),
  passkeys: (args, terminal) => passkeysCommand(args, { env, fetch: never, ...terminal }),
  passwords: (args, terminal) => passwordsCommand(args, { env, ...terminal }),
  settings: (args, terminal) => settingsCommand(args, { env, documentFile: '', ...terminal }),
  storage: (args, terminal) => storageCommand(args, { env, ...terminal }),
  'test:full': (args) => runTest(['--full', ...args]),
  'verify-tag': (args, terminal) => verifyTagCommand(args, { cwd: '', now: never, ...terminal }),
  witness: (args, terminal) => witnessCommand(args, { env, signals: process, ...terminal }),
}

test.each(Object.keys(commands))('npm run %s -- --help needs no setting, no database and no registry', async (name) => {
  const printed: string[] = []
  const print = (line: string): void => void printed.push(line)
  vi.spyOn(console, 'log').mockImplementation(print)
  expect(await commands[name]?.(['--help'], { print, complain: never })).toBe(0)
  expect(printed.join('\n')).toMatch(new RegExp(`^npm run ${name}\\b`, 'u'))
})
