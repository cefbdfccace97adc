import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cosign, formatTreeHead } from '../../../../contract/tlog/checkpoint'
import { newEd25519Key } from '../../../../api/features/transparency-log/ed25519'
import {
  createFileMemory,
  DamagedMemoryError,
  memoryFolder,
  openWitnessKey,
} from '../../../../api/features/transparency-log/witness'
import type { SeenCheckpoint, WitnessKey } from '../../../../api/features/transparency-log/witness'
import { createModelLog } from '../../../support/model-log'
import { tempFolder } from '../../../support/temp-folder'

const log = createModelLog()
log.grow(40)
const ORIGIN = log.key.name

const open = (folder: string): WitnessKey => openWitnessKey(folder, () => 'witness.example')
const memoryIn = (folder: string) => createFileMemory(memoryFolder(folder), open(folder).key)
const newestFile = (folder: string) => join(memoryFolder(folder), readdirSync(memoryFolder(folder)).toSorted().at(-1)!)

async function seenAt(size: number, { key, sign }: WitnessKey, time = 1_000 + size): Promise<SeenCheckpoint> {
  const head = { origin: ORIGIN, size, root: log.root(size) }
  const checkpoint = (await log.checkpoint(size)) + (await cosign(formatTreeHead(head), time, key, sign))
  return { checkpoint, size, root: head.root, time }
}

async function remember(folder: string, size: number): Promise<void> {
  const seen = await seenAt(size, open(folder))
  await memoryIn(folder).update(ORIGIN, () => Promise.resolve({ seen, result: null }))
}

describe('the key of a witness', () => {
  it('is created once, with its name, and only its owner can read it', () => {
    const folder = join(tempFolder(), 'new', 'witness')
    const made = openWitnessKey(folder, () => 'first.example')
    const again = openWitnessKey(folder, () => 'second.example')
    expect(again.key).toEqual(made.key)
    expect(again.key.name).toBe('first.example')
    expect(statSync(join(folder, 'key.json')).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder).toSorted()).toEqual(['key.json', 'memory'])
  })

  it('is not created with a name that WITNESSES cannot contain', () => {
    const folder = tempFolder()
    for (const name of ['', 'two words', 'a,b', 'a+b', 'a@b', 'a\nb'])
      expect(() => openWitnessKey(folder, () => name)).toThrow('Invalid format')
    expect(existsSync(join(folder, 'key.json'))).toBe(false)
  })

  it('that cannot be read is not replaced, and its text is not repeated', () => {
    const folder = tempFolder()
    open(folder)
    writeFileSync(join(folder, 'key.json'), '{"name":"witness.example","seed":"secret"}')
    expect(() => open(folder)).toThrow(/^The key of the witness in .+ cannot be read\.$/u)
    expect(readFileSync(join(folder, 'key.json'), 'utf8')).toContain('secret')
  })

  it('is not used once its state is missing', async () => {
    const folder = tempFolder()
    await remember(folder, 3)
    rmSync(newestFile(folder))
    rmSync(newestFile(folder))
    expect(() => open(folder)).toThrow(DamagedMemoryError)
    rmSync(memoryFolder(folder), { recursive: true })
    expect(() => open(folder)).toThrow('has a key, but its state is missing')
  })
})

describe('the memory', () => {
  it('survives a restart, with its times', async () => {
    const folder = tempFolder()
    expect(await memoryIn(folder).read(ORIGIN)).toBeNull()
    await remember(folder, 7)
    expect(await memoryIn(folder).read(ORIGIN)).toEqual(await seenAt(7, open(folder)))
    expect(await memoryIn(folder).read('other.example')).toBeNull()
  })

  it('does not change without a decision', async () => {
    const folder = tempFolder()
    await remember(folder, 7)
    const before = newestFile(folder)
    const result = await memoryIn(folder).update(ORIGIN, (seen) => Promise.resolve({ seen: null, result: seen?.size }))
    expect(result).toBe(7)
    expect(newestFile(folder)).toBe(before)
  })

  it('keeps the newest two files, and no incomplete one', async () => {
    const folder = tempFolder()
    open(folder)
    const left = join(memoryFolder(folder), '.new-left')
    const fresh = join(memoryFolder(folder), '.new-fresh')
    for (const file of [left, fresh]) writeFileSync(file, 'half')
    utimesSync(left, 0, 0)
    for (let size = 1; size <= 5; size += 1) await remember(folder, size)
    expect(readdirSync(memoryFolder(folder)).toSorted()).toEqual([
      '.new-fresh',
      '000000000005.json',
      '000000000006.json',
    ])
  })

  it.each<[string, (file: string) => void]>([
    ['empty', (file) => truncateSync(file)],
    ['cut off', (file) => truncateSync(file, statSync(file).size - 20)],
    ['of another shape', (file) => writeFileSync(file, '{"checkpoints":{}}')],
    ['without anything in it', (file) => writeFileSync(file, '{"checkpoints":[]}')],
    ['with a smaller tree', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('\\n7\\n', '\\n6\\n'))],
    [
      'under the name of another log',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(`"${ORIGIN}`, '"x')),
    ],
    [
      'without its own signature',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('witness.example', 'w')),
    ],
  ])('that is %s is neither trusted nor deleted', async (_, damage) => {
    const folder = tempFolder()
    await remember(folder, 7)
    const file = newestFile(folder)
    damage(file)
    await expect(memoryIn(folder).read(ORIGIN)).rejects.toThrow(`The state of the witness in ${file} is damaged.`)
    await expect(remember(folder, 8)).rejects.toThrow(DamagedMemoryError)
    expect(newestFile(folder)).toBe(file)
  })

  it('that another key has signed is not trusted', async () => {
    const folder = tempFolder()
    await remember(folder, 7)
    const stranger = { ...open(folder).key, publicKey: newEd25519Key().publicKey }
    await expect(createFileMemory(memoryFolder(folder), stranger).read(ORIGIN)).rejects.toThrow('is damaged')
  })
})

describe('several processes in one folder', () => {
  it('never undo what one of them stored', async () => {
    const folder = tempFolder()
    const key = open(folder)
    const memories = [memoryIn(folder), memoryIn(folder), memoryIn(folder)]
    const sizes: number[] = []
    const grow = (memory: (typeof memories)[number]) =>
      memory.update(ORIGIN, async (seen) => {
        const size = (seen?.size ?? 0) + 1
        const next = await seenAt(size, key)
        await new Promise(setImmediate)
        return { seen: next, result: size }
      })
    await Promise.all(
      Array.from({ length: 36 }, async (_, index) => sizes.push(await grow(memories[index % memories.length]!))),
    )
    expect(sizes.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
    expect((await memoryIn(folder).read(ORIGIN))?.size).toBe(36)
  })

  it('cannot overwrite a newer state after a long sleep', async () => {
    const folder = tempFolder()
    const key = open(folder)
    const sleeper = memoryIn(folder)
    let wake = () => {}
    const asleep = new Promise<void>((resolve) => (wake = resolve))
    const looked: number[] = []
    const late = sleeper.update(ORIGIN, async (seen) => {
      looked.push(seen?.size ?? 0)
      await asleep
      return { seen: seen ? null : await seenAt(1, key), result: seen?.size }
    })
    for (let size = 1; size <= 6; size += 1) await remember(folder, size)
    wake()
    expect(await late).toBe(6)
    expect(looked).toEqual([0, 6])
    expect((await memoryIn(folder).read(ORIGIN))?.size).toBe(6)
    expect(readdirSync(memoryFolder(folder))).toHaveLength(2)
  })
})
