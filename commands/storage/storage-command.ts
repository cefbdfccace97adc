import { readConfig } from '../../api/config'
import type { Config } from '../../api/config'
import { exitCodeOf } from '../terminal/exit-code'
import { harmless } from '../terminal/harmless'
import { checkPlace } from './check-place'
import { copyFiles } from './copy-files'
import type { CopyCounts } from './copy-files'
import { help } from './help'
import { configuredPlace, openPlaces } from './open-places'
import type { Source } from './open-source'
import type { Place } from './open-places'
import { printUsage } from './print-usage'
import { readRequest } from './read-request'
import type { CopyRequest } from './read-request'
import { reasonOf, StorageError } from './storage-error'

export interface CommandOptions {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
}

/** A line each so many files. */
const PROGRESS_EVERY = 100

/**
 * Tries the place where files are kept, copies them from one place to another, and prints what is stored.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused or not done in full, 2 asked wrongly
 */
export async function storageCommand(argv: readonly string[], options: CommandOptions): Promise<number> {
  const work = async (): Promise<void> => {
    const request = readRequest(argv)
    if (request.verb === 'help') return options.print(help)
    const config = readConfig(options.env)
    if (request.verb === 'copy') return copy(config, request, options)
    if (request.verb === 'usage') return printUsage(config, options)
    for (const line of await checkPlace(configuredPlace(config))) options.print(line)
  }
  return exitCodeOf(work, { command: 'storage', complain: options.complain, refusal: StorageError })
}

async function copy(config: Config, request: CopyRequest, { print, complain }: CommandOptions): Promise<void> {
  const { from, to } = openPlaces(config, request)
  for (const place of [from, to]) await requireUsable(place)
  print(`From ${from.title} to ${to.title}:`)
  const counts = await copyFiles(from.storage, to.storage, {
    quick: request.quick,
    complain: (line) => complain(harmless(line)),
    progress: (now) => {
      if ((now.copied + now.there + now.failed) % PROGRESS_EVERY === 0) print(sentence(now))
    },
  })
  print(sentence(counts))
  if (counts.failed > 0) throw new StorageError('Not everything was copied. Run it again when the cause is mended.')
}

async function requireUsable({ title, storage: { files, uploads } }: Place<Source>): Promise<void> {
  await Promise.all([files.check(), uploads.check()]).catch((error: unknown) => {
    throw new StorageError(`${title} cannot be used: ${reasonOf(error)}`)
  })
}

const sentence = ({ copied, there, failed, bytes }: CopyCounts): string =>
  `${copied} copied (${(bytes / 1_000_000).toFixed(1)} MB), ${there} there already, ${failed} failed.`
