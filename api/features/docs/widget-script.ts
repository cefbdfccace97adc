import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, gunzip, gzip } from 'node:zlib'
import { holdMedia, type MediaFile } from '../../http/media-file'

/** One encoding of a file. `null` is the file as it is. */
export type Encoding = 'br' | 'gzip' | null

export interface BuiltFile {
  bodies: Record<'plain' | 'br' | 'gzip', Buffer>
  /** Strong validator of the plain body, without quotes. */
  hash: string
}

export interface WidgetScript {
  /** Version of the product; `/membership@<version>.js` is that version for ever. */
  version: string
  /** The built script; null while nothing is built. */
  read(): Promise<BuiltFile | null>
  /**
   * The texts of the modals in one language, as JSON; null when there are none.
   * @param language two letters
   */
  readTranslation(language: string): Promise<BuiltFile | null>
  /** The types of the global object, as TypeScript declares them; null while nothing is built. */
  readDeclarations(): Promise<BuiltFile | null>
  /** What the inspector says of its rules and notices, as JSON; null while nothing is built. */
  readInspectorHelp(): Promise<BuiltFile | null>
  /** Whose work is in the script besides ours, under which licences; null while nothing is built. */
  readNotices(): Promise<BuiltFile | null>
  /** The demo video of the test-card modal (WebM); null while nothing is built. */
  readDemoVideo(): Promise<MediaFile | null>
}

/**
 * The built widget, held in memory.
 * @param options.folder where the build put `membership.js`, `membership.d.ts`, `translations/`, `inspector-help.json`, `third-party-notices.txt`, their precompressed forms, and `media/`
 * @param options.watch whether to look for a newer build at every read (development)
 */
export function createWidgetScript(options: { folder: string; version: string; watch: boolean }): WidgetScript {
  const { folder, version, watch } = options
  const translations = new Map<string, () => Promise<BuiltFile | null>>()
  return {
    version,
    read: holdFile(join(folder, 'membership.js'), watch),
    readDeclarations: holdFile(join(folder, 'membership.d.ts'), watch),
    readInspectorHelp: holdFile(join(folder, 'inspector-help.json'), watch),
    readNotices: holdFile(join(folder, 'third-party-notices.txt'), watch),
    readDemoVideo: holdMedia(join(folder, 'media', 'test-card.webm'), watch),
    async readTranslation(language) {
      const known = translations.get(language)
      if (known) return known()
      const read = holdFile(join(folder, 'translations', `${language}.json`), watch)
      const file = await read()
      // Only what exists is remembered: anybody may ask for anything.
      if (file) translations.set(language, read)
      return file
    },
  }
}

/** Reads one file of the build, from memory once it is there. */
function holdFile(file: string, watch: boolean): () => Promise<BuiltFile | null> {
  let held: { stamp: string; content: Promise<BuiltFile> } | null = null
  const read = async (): Promise<BuiltFile | null> => {
    if (held && !watch) return held.content
    const stamp = await stampOf(file)
    if (stamp === null) return null
    if (held?.stamp !== stamp) held = { stamp, content: load(file) }
    return held.content
  }
  return () =>
    read().catch((error: unknown) => {
      // A build replaced the file while it was being read: the next request looks again.
      held = null
      if (isMissing(error)) return null
      throw error
    })
}

/** Changes whenever the file does; null when there is none. */
async function stampOf(file: string): Promise<string | null> {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${mtimeMs}-${size}-${ino}`
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function load(file: string): Promise<BuiltFile> {
  const plain = await readFile(file)
  const [br, gz] = await Promise.all([
    precompressed(`${file}.br`, plain, promisify(brotliDecompress), promisify(brotliCompress)),
    precompressed(`${file}.gz`, plain, promisify(gunzip), promisify(gzip)),
  ])
  return { bodies: { plain, br, gzip: gz }, hash: createHash('sha256').update(plain).digest('base64url') }
}

type Transform = (body: Buffer) => Promise<Buffer>

/** The file beside it if it holds this very content, else compressed now: a stale one must never be served. */
async function precompressed(file: string, plain: Buffer, unpack: Transform, pack: Transform): Promise<Buffer> {
  try {
    const packed = await readFile(file)
    if ((await unpack(packed)).equals(plain)) return packed
  } catch {
    // Absent or damaged.
  }
  return pack(plain)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
