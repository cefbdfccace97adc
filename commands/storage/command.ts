import { randomBytes } from 'node:crypto'
import { openStore } from '../../api/open-store'
import { ConfigError, readConfig } from '../../api/config'
import type { Config } from '../../api/config'
import { runCommand, verbOf } from '../command'
import type { CommandOptions } from '../command'
import { escapeControlChars } from '../terminal'
import { copyFiles } from './copy'
import type { CopyCounts } from './copy'
import { configuredPlace, openPlaces, reasonOf, StorageError } from './places'
import type { CopyRequest, Place, Source } from './places'
import { listStorageUsage } from '../../api/features/files/account-storage'

/**
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused or incomplete, 2 invalid usage
 */
export const storageCommand = (argv: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, readConfig(options.env), options))

const verb = verbOf<[config: Config, options: CommandOptions], void>()

const command = {
  name: 'storage',
  usage: ['-- <verb> [options]'],
  about:
    'Checks and copies the storage of images and work samples: DATA_DIR, STORAGE_FOLDER or the bucket of S3_BUCKET.',
  verbs: [
    verb({
      name: 'check',
      summary: 'writes, reads, lists and removes a test file, and shows how long each step took',
      async run(_, config, { print }) {
        for (const line of await checkPlace(configuredPlace(config))) print(line)
      },
    }),
    verb({
      name: 'usage',
      summary: 'shows the storage used by the accounts of each app, live and in Test Mode, and the limit',
      run: (_, config, options) => printUsage(config, options),
    }),
    verb({
      name: 'copy',
      options: {
        from: { type: 'string', value: '<folder|bucket>', summary: 'source; default: DATA_DIR' },
        to: {
          type: 'string',
          value: '<folder|bucket>',
          summary: `target; default: the storage in the settings.
\`bucket\` is the bucket in the settings`,
        },
        quick: {
          type: 'boolean',
          summary: 'treats a file of the same length as copied, without comparing digests',
        },
      },
      summary: 'copies all files from one storage to another. The source is not changed',
      run: ({ values }, config, options) => copy(config, values, options),
    }),
  ],
  options: {},
  notes: `Every copy is read back and its SHA-256 compared. Files that were copied before are compared and not sent again, so the same
command resumes an aborted copy. The server may be running; run the command again for files that it stores in between.
Reads the same settings as the server.`,
  refusals: [ConfigError, StorageError],
} as const

/** Progress lines. */
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
  `${copied} copied (${(bytes / 1_000_000).toFixed(1)} MB), ${there} already there, ${failed} failed.`

const BYTES = 2_000_000

/**
 * Tries every operation that the server needs, and leaves nothing behind.
 * @throws StorageError naming the failed step and its cause
 */
async function checkPlace({ title, storage: { files, uploads } }: Place): Promise<string[]> {
  const name = `${randomBytes(16).toString('hex')}.bin`
  const content = randomBytes(BYTES)
  const lines = [`Files are stored in ${title}.`]
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const begin = performance.now()
    await work().catch((error: unknown) => {
      throw new StorageError(`${title}: ${what} failed: ${reasonOf(error)}`)
    })
    lines.push(`  ${what}: ${Math.round(performance.now() - begin)} ms`)
  }
  await step('opening it', () => Promise.all([files.check(), uploads.check()]))
  try {
    await step('writing an image of 2 MB', () => files.put(name, content))
    await step('reading it', async () => requireSame(await files.read(name), content))
    await step('writing an upload in two parts of 1 MB', async () => {
      await uploads.write(name, 0, content.subarray(0, BYTES / 2))
      await uploads.write(name, BYTES / 2, content.subarray(BYTES / 2))
    })
    await step('reading a range of it', async () => {
      const stretch = await new Response(uploads.read(name, 900_000, 1_099_999)).arrayBuffer()
      requireSame(new Uint8Array(stretch), content.subarray(900_000, 1_100_000))
    })
  } finally {
    await step('removing both', () => Promise.all([files.remove(name), uploads.remove(name)]))
  }
  return lines
}

function requireSame(read: Uint8Array | null, written: Buffer): void {
  if (read === null || !written.equals(read)) throw new Error('the data read differs from the data written')
}

const BYTES_PER_MB = 1_000_000

/**
 * One line for each app and mode: stored bytes of rows and files, and the limit.
 * @throws ConfigError if the database cannot be used
 */
async function printUsage(config: Config, { print }: { print: (line: string) => void }): Promise<void> {
  const store = await openStore(config, { mustExist: true })
  try {
    const usage = await listStorageUsage(store)
    if (usage.length === 0) print('No files are stored yet.')
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
