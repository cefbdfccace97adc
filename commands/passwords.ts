import { appendFileSync, createReadStream } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { listLayout } from '../api/features/accounts/breached-passwords'
import { runCommand, verbOf } from './command'
import type { CommandOptions } from './command'

/**
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused, 2 invalid usage
 */
export const passwordsCommand = (argv: readonly string[], { print, complain }: CommandOptions): Promise<number> =>
  runCommand(command, argv, { print, complain }, async ({ verb, input }) => {
    for (const line of await verb.run(input)) print(line)
  })

class ListError extends Error {}

const build = verbOf<[], string[]>()({
  name: 'build',
  positionals: ['<list>'],
  options: { to: { type: 'string', value: '<file>', summary: 'the file to write', required: true } },
  summary: 'makes the file for BREACHED_PASSWORDS of a downloaded list',
  run: ({ words: [list = ''], values: { to } }) => buildList(resolve(list), resolve(to)),
})

const command = {
  name: 'passwords',
  usage: ['-- <verb>'],
  about: 'Makes the list of leaked passwords that new passwords are compared with.',
  verbs: [build],
  options: {},
  notes: `<list> is what the downloader of haveibeenpwned.com/Passwords wrote: one file with a SHA-1 hash per line, or the folder with
a file per range. Any order works. A billion hashes become a file of 6 GB; while it is made, 8 GB more are needed beside it.
Then set BREACHED_PASSWORDS to the file, and restart the server.`,
  refusals: [ListError],
} as const

/** The first byte of a hash decides its part, so that each part fits into memory. */
const PARTS = 256
const RECORD_BYTES = 8
const BUFFER_BYTES = 64 * 1024
const HEX_CHARS = 40

async function buildList(list: string, to: string): Promise<string[]> {
  const sources = await sourcesOf(list)
  const folder = await mkdtemp(join(dirname(to), '.passwords-'))
  try {
    const parts = openParts(folder)
    for (const source of sources) await readHashes(source, (high, low) => parts.add(high, low))
    parts.flush()
    const count = await writeList(folder, `${to}.partial`)
    await rename(`${to}.partial`, to)
    return [`${count.toLocaleString('en')} passwords. Set BREACHED_PASSWORDS=${to} and restart the server.`]
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(`${to}.partial`, { force: true })
  }
}

interface Source {
  file: string
  /** What every line of the file begins with. */
  prefix: string
}

const RANGE_FILE = /^[\dA-F]{5}(?=(\.txt)?$)/iu

async function sourcesOf(list: string): Promise<Source[]> {
  const found = await stat(list).catch(() => null)
  if (!found) throw new ListError(`${list} does not exist.`)
  if (found.isFile()) return [{ file: list, prefix: '' }]
  const ranges = (await readdir(list)).flatMap((name) => {
    const prefix = RANGE_FILE.exec(name)?.[0]
    return prefix === undefined ? [] : [{ file: join(list, name), prefix }]
  })
  if (ranges.length === 0) throw new ListError(`${list} has no files of ranges, such as 00000.txt.`)
  return ranges
}

/** Values of hex digits by their byte; 255 for any other. */
const HEX = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(value) ? 255 : value
})
const LINE_END = 10
const RETURN = 13

/**
 * Lines such as `000000005AD76BD555C1D6D771DE417A4B87E4B4:10`. Byte by byte: a billion lines as strings would take hours.
 * @param take gets the first and the second 32 bits
 */
async function readHashes({ file, prefix }: Source, take: (high: number, low: number) => void): Promise<void> {
  let [line, digits, high, low] = [1, 0, 0, 0]
  const add = (value: number): void => {
    if (digits < 8) high = ((high << 4) | value) >>> 0
    else if (digits < 16) low = ((low << 4) | value) >>> 0
    digits += 1
  }
  const begin = (): void => {
    ;[digits, high, low] = [0, 0, 0]
    for (const char of prefix) add(Number.parseInt(char, 16))
  }
  const end = (): void => {
    if (digits === HEX_CHARS) take(high, low)
    else if (digits !== prefix.length) throw new ListError(`Line ${line} of ${file} is not a SHA-1 hash.`)
    begin()
  }
  begin()
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    const bytes: Buffer = chunk
    for (const byte of bytes) {
      if (byte === LINE_END) {
        end()
        line += 1
      } else if (digits < HEX_CHARS && byte !== RETURN) {
        const value = HEX[byte] ?? 255
        if (value === 255) throw new ListError(`Line ${line} of ${file} is not a SHA-1 hash.`)
        add(value)
      }
    }
  }
  end()
}

interface Parts {
  add(high: number, low: number): void
  flush(): void
}

const partIn = (folder: string, part: number): string => join(folder, String(part))

function openParts(folder: string): Parts {
  const buffers = Array.from({ length: PARTS }, () => ({ bytes: Buffer.alloc(BUFFER_BYTES), used: 0 }))
  const flush = (part: number): void => {
    const buffer = buffers[part]
    if (!buffer) return
    appendFileSync(partIn(folder, part), buffer.bytes.subarray(0, buffer.used))
    buffer.used = 0
  }
  return {
    add(high, low) {
      const part = high >>> 24
      const buffer = buffers[part]
      if (!buffer) return
      // As one little-endian number, for the sort.
      buffer.bytes.writeUInt32LE(low, buffer.used)
      buffer.bytes.writeUInt32LE(high, buffer.used + 4)
      buffer.used += RECORD_BYTES
      if (buffer.used === BUFFER_BYTES) flush(part)
    },
    flush() {
      for (let part = 0; part < PARTS; part += 1) flush(part)
    },
  }
}

/** @returns the number of different hashes */
async function writeList(folder: string, to: string): Promise<number> {
  const { magic, countAt, indexAt, prefixes, entriesAt } = listLayout
  const head = Buffer.alloc(entriesAt)
  const target = await open(to, 'w', 0o644)
  try {
    let count = 0
    for (let part = 0; part < PARTS; part += 1)
      count = await writePart(target, await readPart(folder, part), head, count)
    if (count === 0) throw new ListError('The list is empty.')
    head.write(magic, 'latin1')
    head.writeUInt32LE(count, countAt)
    fillIndex(head, count)
    head.writeUInt32LE(count, indexAt + prefixes * 4)
    await target.write(head, 0, entriesAt, 0)
    await target.sync()
    return count
  } finally {
    await target.close()
  }
}

async function readPart(folder: string, part: number): Promise<BigUint64Array> {
  const bytes = await readFile(partIn(folder, part))
  // A copy of its own: the array must begin at a multiple of eight.
  return new BigUint64Array(new Uint8Array(bytes).buffer).toSorted()
}

/** @param head its index gets how many hashes each prefix has @param before hashes already written @returns hashes now written */
async function writePart(target: FileHandle, sorted: BigUint64Array, head: Buffer, before: number): Promise<number> {
  const { indexAt, entryBytes, entriesAt } = listLayout
  const bytes = Buffer.alloc(sorted.length * entryBytes)
  let count = 0
  let last: bigint | null = null
  for (const value of sorted) {
    if (value === last) continue
    last = value
    const at = indexAt + Number(value >> 48n) * 4
    head.writeUInt32LE(head.readUInt32LE(at) + 1, at)
    bytes.writeUIntBE(Number(value & 0xffff_ffff_ffffn), count * entryBytes, entryBytes)
    count += 1
  }
  await target.write(bytes, 0, count * entryBytes, entriesAt + before * entryBytes)
  return before + count
}

/** Turns the numbers of hashes into where they begin. */
function fillIndex(head: Buffer, total: number): void {
  const { indexAt, prefixes } = listLayout
  let begin = total
  for (let prefix = prefixes - 1; prefix >= 0; prefix -= 1) {
    const at = indexAt + prefix * 4
    begin -= head.readUInt32LE(at)
    head.writeUInt32LE(begin, at)
  }
}
