import { randomBytes } from 'node:crypto'
import { openStore } from '../../api/open-store'
import { ConfigError, readConfig } from '../../api/config'
import type { Config } from '../../api/config'
import { runCommand, verbOf } from '../command'
import type { CommandOptions } from '../command'
import { escapeControlChars } from '../escape'
import { copyFiles } from './copy'
import type { CopyCounts } from './copy'
import { configuredPlace, openPlaces, reasonOf, StorageError } from './places'
import type { CopyRequest, Place, Source } from './places'

/**
 * Tries the place where files are stored, copies them from one place to another, and prints what is stored.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused or not done in full, 2 invalid usage
 */
export const storageCommand = (argv: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, readConfig(options.env), options))

const verb = verbOf<[config: Config, options: CommandOptions], void>()

const command = {
  name: 'storage',
  usage: ['-- <verb> [options]'],
  about:
    'The place where pictures and work samples of members are stored: DATA_DIR, STORAGE_FOLDER or the bucket of S3_BUCKET.',
  verbs: [
    verb({
      name: 'check',
      summary: 'writes, reads, lists and removes a file there, and says how long each took',
      async run(_, config, { print }) {
        for (const line of await checkPlace(configuredPlace(config))) print(line)
      },
    }),
    verb({
      name: 'usage',
      summary: 'prints what the accounts of each app store, in live mode and in Test Mode, and the limit',
      run: (_, config, options) => printUsage(config, options),
    }),
    verb({
      name: 'copy',
      options: {
        from: { type: 'string', value: '<folder|bucket>', summary: 'where the files are; DATA_DIR when left out' },
        to: {
          type: 'string',
          value: '<folder|bucket>',
          summary: `where they are to be; the place that the settings name when left out.
\`bucket\` is the bucket that the settings name`,
        },
        quick: {
          type: 'boolean',
          summary: 'takes a file there of the same length as copied, and compares no digests of it',
        },
      },
      summary: 'copies all files from one place to another. It changes nothing where they come from',
      run: ({ values }, config, options) => copy(config, values, options),
    }),
  ],
  options: {},
  notes: `Every copy is read back and its SHA-256 compared. What was copied before is compared and not sent again, so a copy that was
broken off is finished by the same command. The server may run meanwhile; what it takes in after a file was copied is for a
second run.
It reads the same settings as the server.`,
  refusals: [ConfigError, StorageError],
} as const

/** A line each so many files. */
const PROGRESS_EVERY = 100

async function copy(
  config: Config,
  request: CopyRequest & { quick: boolean },
  { print, complain }: CommandOptions,
): Promise<void> {
  const { from, to } = openPlaces(config, request)
  for (const place of [from, to]) await requireUsable(place)
  print(`From ${from.title} to ${to.title}:`)
  const counts = await copyFiles(from.storage, to.storage, {
    quick: request.quick,
    complain: (line) => complain(escapeControlChars(line)),
    progress: (now) => {
      if ((now.copied + now.there + now.failed) % PROGRESS_EVERY === 0) print(formatCounts(now))
    },
  })
  print(formatCounts(counts))
  if (counts.failed > 0) throw new StorageError('Not everything was copied. Run it again when the cause is fixed.')
}

async function requireUsable({ title, storage: { files, uploads } }: Place<Source>): Promise<void> {
  await Promise.all([files.check(), uploads.check()]).catch((error: unknown) => {
    throw new StorageError(`${title} cannot be used: ${reasonOf(error)}`)
  })
}

const formatCounts = ({ copied, there, failed, bytes }: CopyCounts): string =>
  `${copied} copied (${(bytes / 1_000_000).toFixed(1)} MB), ${there} there already, ${failed} failed.`

const BYTES = 2_000_000

/**
 * Does with a place what the server does with it, and leaves nothing there.
 * @throws StorageError that says which step failed, and why
 */
async function checkPlace({ title, storage: { files, uploads } }: Place): Promise<string[]> {
  const name = `${randomBytes(16).toString('hex')}.bin`
  const content = randomBytes(BYTES)
  const lines = [`Files are kept in ${title}.`]
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const begin = performance.now()
    await work().catch((error: unknown) => {
      throw new StorageError(`${title}: ${what} failed: ${reasonOf(error)}`)
    })
    lines.push(`  ${what}: ${Math.round(performance.now() - begin)} ms`)
  }
  await step('looking at it', () => Promise.all([files.check(), uploads.check()]))
  try {
    await step('writing a picture of 2 MB', () => files.put(name, content))
    await step('reading it', async () => requireSame(await files.read(name), content))
    await step('writing an upload in two parts of 1 MB', async () => {
      await uploads.write(name, 0, content.subarray(0, BYTES / 2))
      await uploads.write(name, BYTES / 2, content.subarray(BYTES / 2))
    })
    await step('reading a stretch of it', async () => {
      const stretch = await new Response(uploads.read(name, 900_000, 1_099_999)).arrayBuffer()
      requireSame(new Uint8Array(stretch), content.subarray(900_000, 1_100_000))
    })
  } finally {
    await step('removing both', () => Promise.all([files.remove(name), uploads.remove(name)]))
  }
  return lines
}

function requireSame(read: Uint8Array | null, written: Buffer): void {
  if (read === null || !written.equals(read)) throw new Error('what was read is not what was written')
}

const BYTES_PER_MB = 1_000_000

/**
 * A line for each app and mode: what its accounts store, rows and files, and what they may.
 * @throws ConfigError where the database cannot be used
 */
async function printUsage(config: Config, { print }: { print: (line: string) => void }): Promise<void> {
  const store = await openStore(config, { mustExist: true })
  try {
    const usage = await store.storage.usage()
    if (usage.length === 0) print('No account stores anything yet.')
    for (const { appId, mode, verified, unverified, accounts } of usage) {
      const { total, unverifiedTotal } = config.storageLimits[mode]
      print(
        `${appId} ${mode}: ${megabytes(verified + unverified)} of ${megabytes(total)}, ${accounts.toLocaleString('en-US')} accounts; ` +
          `without a verified email ${megabytes(unverified)} of ${megabytes(unverifiedTotal)}`,
      )
    }
  } finally {
    await store.close()
  }
}

const megabytes = (bytes: number): string =>
  `${(bytes / BYTES_PER_MB).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
