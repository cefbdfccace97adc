import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../api/database/open-database'
import { databaseCommand } from '../../../commands/database/command'
import { tempFolder } from '../../support/temp-folder'

export async function run(args: readonly string[], env: Record<string, string>) {
  const [printed, complained]: [string[], string[]] = [[], []]
  const code = await databaseCommand(args, {
    env,
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
  })
  return { code, output: printed.join('\n'), complaint: complained.join('\n') }
}

let made: Promise<ReadonlyMap<string, Buffer>> | undefined

/** Settings of an installation that was started once. Copied, because migrating is slower than most tests. */
export async function installation(): Promise<{ DATA_DIR: string }> {
  const folder = tempFolder()
  for (const [name, content] of await (made ??= migrated())) writeFileSync(join(folder, name), content)
  return { DATA_DIR: folder }
}

async function migrated(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = tempFolder()
  await (await openDatabase({ file: join(folder, 'membership.db') })).close()
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
}
