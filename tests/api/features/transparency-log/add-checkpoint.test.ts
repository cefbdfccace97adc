import { describe, expect, it } from 'vitest'
import { toBase64 } from '../../../../contract/bytes'
import { verifyCheckpoint } from '../../../../contract/tlog/checkpoint'
import { EMPTY_ROOT } from '../../../../contract/tlog/merkle'
import { formatSignature } from '../../../../contract/tlog/signed-note'
import { newEd25519Key } from '../../../../api/features/transparency-log/ed25519'
import {
  addCheckpoint,
  createFileMemory,
  formatWitnessRequest,
  memoryFolder,
  openWitnessKey,
} from '../../../../api/features/transparency-log/witness'
import type { WitnessParts } from '../../../../api/features/transparency-log/witness'
import { createModelLog, flipped } from '../../../support/model-log'
import type { ModelLog } from '../../../support/model-log'
import { tempFolder } from '../../../support/temp-folder'

const NOON = Date.parse('2026-11-22T12:00:00Z')
const seconds = (time: number) => Math.floor(time / 1000)

/** A witness of some logs, with real keys and a real memory. */
function startWitness(...logs: ModelLog[]) {
  const folder = tempFolder()
  const { key, sign } = openWitnessKey(folder, () => 'witness.example/w1')
  const clock = { time: NOON, now: () => clock.time }
  const logKeys = (origin: string) => logs.map((log) => log.key).filter(({ name }) => name === origin)
  const memory = createFileMemory(memoryFolder(folder), key)
  const add = (body: string) => addCheckpoint({ key, sign, logKeys, memory, clock }, body)
  return { key, clock, memory, add }
}

async function watching(size: number) {
  const log = createModelLog()
  log.grow(size)
  const witness = startWitness(log)
  if (size > 0) expect((await witness.add(await log.request(0))).status).toBe(200)
  return { log, ...witness }
}

describe('a checkpoint of a log that has only grown', () => {
  it.each([
    [0, 1],
    [1, 2],
    [3, 7],
    [4, 7],
    [6, 8],
    [8, 300],
    [5, 5],
  ])('is signed from %i entries to %i', async (old, size) => {
    const { log, key, add, memory } = await watching(old)
    log.grow(size - old)
    const { status, type, body } = await add(await log.request(old))
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
    const signed = await verifyCheckpoint((await log.checkpoint()) + body, { logKeys: [log.key], witnessKeys: [key] })
    expect(signed).toMatchObject({
      size,
      root: log.root(size),
      cosignatures: [{ name: key.name, time: seconds(NOON) }],
    })
    expect(await memory.read(log.key.name)).toMatchObject({ size, root: log.root(size) })
  })

  it('can be empty', async () => {
    const { log, add } = await watching(0)
    expect((await add(await log.request(0))).status).toBe(200)
    log.grow(2)
    expect((await add(await log.request(0))).status).toBe(200)
  })

  it('is served with both signatures afterwards, and with no others', async () => {
    const { log, key, memory, add } = await watching(0)
    log.grow(3)
    const stranger = newEd25519Key()
    const foreign = formatSignature(
      { ...key, name: 'stranger.example', publicKey: stranger.publicKey },
      new Uint8Array(72),
    )
    const request = (await log.request(0)) + foreign
    const { status, body } = await add(request)
    expect(status).toBe(200)
    expect((await memory.read(log.key.name))?.checkpoint).toBe((await log.checkpoint()) + body)
  })

  it('keeps its extension lines, which are signed with it', async () => {
    const log = createModelLog()
    log.grow(2)
    const pair = newEd25519Key()
    const logKey = { ...log.key, publicKey: pair.publicKey }
    const text = `${log.key.name}\n2\n${toBase64(log.root(2))}\nextension\n`
    const checkpoint = `${text}\n${formatSignature(logKey, pair.sign(new TextEncoder().encode(text)))}`
    const { add, key } = startWitness({ ...log, key: logKey })
    const { body } = await add(formatWitnessRequest({ oldSize: 0, proof: [], checkpoint }))
    expect(await verifyCheckpoint(checkpoint + body, { logKeys: [logKey], witnessKeys: [key] })).not.toBeNull()
  })

  it('is also signed for a new key of the log once that is known', async () => {
    const { log, add } = await watching(3)
    const renewed = log.withNewKey()
    renewed.grow(1)
    expect((await add(await renewed.request(3))).status).toBe(403)
    const witness = startWitness(log, renewed)
    expect((await witness.add(await log.request(0))).status).toBe(200)
    expect((await witness.add(await renewed.request(3))).status).toBe(200)
  })

  it('of one log does not affect another', async () => {
    const [one, other] = [createModelLog('one.example/log'), createModelLog('other.example/log')]
    one.grow(5)
    other.grow(2)
    const { add } = startWitness(one, other)
    expect((await add(await one.request(0))).status).toBe(200)
    expect((await add(await other.request(0))).status).toBe(200)
    expect(await add(await other.request(1))).toMatchObject({ status: 409, body: '2\n' })
  })
})

describe('the time of a signature', () => {
  it('never goes back, whatever the clock does', async () => {
    const { log, key, clock, add } = await watching(2)
    const timeOf = async (oldSize: number) => {
      const { body } = await add(await log.request(oldSize))
      const checkpoint = (await log.checkpoint()) + body
      return (await verifyCheckpoint(checkpoint, { logKeys: [log.key], witnessKeys: [key] }))?.cosignatures[0]?.time
    }
    clock.time = NOON - 3_600_000
    log.grow(1)
    expect(await timeOf(2)).toBe(seconds(NOON))
    clock.time = NOON + 5_000
    expect(await timeOf(3)).toBe(seconds(NOON) + 5)
  })
})

describe('the witness refuses', () => {
  /** Nothing was signed, and the memory is unchanged. */
  async function expectRefusal(size: number, status: number, make: (log: ModelLog) => string | Promise<string>) {
    const { log, memory, add } = await watching(size)
    const before = await memory.read(log.key.name)
    const answer = await add(await make(log))
    expect(answer.status).toBe(status)
    expect(answer.body).not.toContain('—')
    expect(await memory.read(log.key.name)).toEqual(before)
    return answer
  }

  it.each<[string, string | ((good: string) => string)]>([
    ['nothing', ''],
    ['a text', 'hello\n'],
    ['a page', '<html>\n\n</html>\n'],
    ['no old size', (good) => good.replace(/^old \d+\n/u, '')],
    ['an old size with a leading zero', (good) => good.replace(/^old /u, 'old 0')],
    ['a negative old size', (good) => good.replace(/^old /u, 'old -')],
    ['an old size beyond numbers', (good) => good.replace(/^old \d+/u, `old ${'9'.repeat(16)}`)],
    ['two spaces', (good) => good.replace(/^old /u, 'old  ')],
    ['lines that end as on Windows', (good) => good.replaceAll('\n', '\r\n')],
    ['a hash that is no base64', (good) => good.replace('\n\n', '\n!\n\n')],
    ['a hash of another length', (good) => good.replace('\n\n', '\nAAAA\n\n')],
    ['64 hashes', (good) => good.replace(/\n[^]*?\n\n/u, `${`\n${toBase64(EMPTY_ROOT)}`.repeat(64)}\n\n`)],
    ['a checkpoint without signatures', (good) => good.slice(0, good.lastIndexOf('\n—') + 1)],
    ['a checkpoint without its last newline', (good) => good.slice(0, -1)],
    ['a size with a leading zero', (good) => good.replace('\n7\n', '\n07\n')],
  ])('a malformed request: %s', async (_, change) => {
    await expectRefusal(4, 400, async (log) => {
      log.grow(3)
      const good = await log.request(4)
      return typeof change === 'string' ? change : change(good)
    })
  })

  it('a smaller tree than the old one', async () => {
    await expectRefusal(4, 400, async (log) =>
      formatWitnessRequest({ oldSize: 4, proof: [], checkpoint: await log.checkpoint(3) }),
    )
  })

  it('an unknown log', async () => {
    const stranger = createModelLog('stranger.example/log')
    stranger.grow(1)
    await expectRefusal(0, 404, () => stranger.request(0))
  })

  it('an unknown log with a known key', async () => {
    await expectRefusal(1, 404, async (log) =>
      (await log.request(1)).replace(`\n${log.key.name}\n`, '\nelse.example/log\n'),
    )
  })

  it('a log with an unknown key', async () => {
    await expectRefusal(2, 403, async (log) => {
      const thief = log.withNewKey()
      thief.grow(1)
      return thief.request(2)
    })
  })

  it('a signature of another text, even beside a valid one', async () => {
    await expectRefusal(2, 403, async (log) => {
      log.grow(1)
      const wrong = formatSignature(log.key, new Uint8Array(64))
      return (await log.request(2)) + wrong
    })
  })

  it.each([0, 1, 3, 5])('the size %i instead of the seen one, which it returns', async (old) => {
    const answer = await expectRefusal(4, 409, async (log) => {
      log.grow(3)
      return log.request(old)
    })
    expect(answer).toEqual({ status: 409, type: 'text/x.tlog.size', body: '4\n' })
  })

  it('any old size of an unseen log', async () => {
    const answer = await expectRefusal(0, 409, async (log) => {
      log.grow(3)
      return log.request(2)
    })
    expect(answer.body).toBe('0\n')
  })

  it.each<[string, number, (log: ModelLog) => Promise<string>]>([
    ['a fork: the same size with another root', 4, (log) => log.fork(3, 1).request(4)],
    ['a fork that has grown', 4, (log) => log.fork(3, 9).request(4)],
    ['a rollback that has grown beyond what was seen', 9, (log) => log.fork(5, 20).request(9)],
  ])('%s', async (_, size, make) => void (await expectRefusal(size, 422, make)))

  it('a changed old entry', async () => {
    await expectRefusal(9, 422, (log) => {
      const rewritten = log.fork(9, 4)
      rewritten.entries[2] = 'rewritten'
      return rewritten.request(9)
    })
  })

  it.each<[string, (proof: Uint8Array[]) => Uint8Array[]]>([
    ['without a hash', (proof) => proof.slice(1)],
    ['with one hash too many', (proof) => [...proof, EMPTY_ROOT]],
    ['with a changed hash', ([first, ...rest]) => [flipped(first ?? EMPTY_ROOT), ...rest]],
    ['in another order', (proof) => proof.toReversed()],
  ])('a valid tree with a proof that is %s', async (_, change) => {
    await expectRefusal(5, 422, async (log) => {
      log.grow(4)
      return formatWitnessRequest({ oldSize: 5, proof: change(log.proof(5)), checkpoint: await log.checkpoint() })
    })
  })

  it('a proof where none is needed', async () => {
    await expectRefusal(0, 422, async (log) => {
      log.grow(2)
      return formatWitnessRequest({ oldSize: 0, proof: [log.root(1)], checkpoint: await log.checkpoint() })
    })
  })

  it('an empty tree with another root', async () => {
    await expectRefusal(0, 422, async (log) =>
      formatWitnessRequest({ oldSize: 0, proof: [], checkpoint: await log.checkpoint(0, flipped(EMPTY_ROOT)) }),
    )
  })
})

describe('parallel requests', () => {
  it('are decided one by one: the signed tree never shrinks', async () => {
    const { log, memory, add } = await watching(4)
    log.grow(30)
    const sizes = Array.from({ length: 30 }, (_, index) => 5 + ((index * 7) % 30))
    const answers = await Promise.all(
      sizes.map(async (size) => ({ size, answer: await add(await log.request(4, size)) })),
    )
    const signed = answers.filter(({ answer }) => answer.status === 200)
    expect(signed).toHaveLength(1)
    expect(answers.filter(({ answer }) => answer.status === 409)).toHaveLength(29)
    expect((await memory.read(log.key.name))?.size).toBe(signed[0]?.size)
  })

  it('get no signature that could not be stored', async () => {
    const log = createModelLog()
    log.grow(1)
    const pair = newEd25519Key()
    const signed: Uint8Array[] = []
    const parts: WitnessParts = {
      key: { name: 'witness.example/w1', type: 'cosignature', publicKey: pair.publicKey },
      sign: (message) => {
        signed.push(message)
        return pair.sign(message)
      },
      logKeys: () => [log.key],
      memory: {
        read: () => Promise.resolve(null),
        update: async (_, decide) => {
          await decide(null)
          throw new Error('The disk is full.')
        },
      },
      clock: { now: () => NOON },
    }
    await expect(addCheckpoint(parts, await log.request(0))).rejects.toThrow('The disk is full.')
    expect(signed).toHaveLength(1)
  })
})
