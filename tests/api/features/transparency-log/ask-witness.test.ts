import { describe, expect, it } from 'vitest'
import { askWitness } from '../../../../api/features/transparency-log/witnesses'
import { formatWitnessRequest, parseWitnessRequest } from '../../../../api/features/transparency-log/witness'
import { openWitnessedLog } from '../../../support/witnessed-log'
import type { WitnessAnswer } from '../../../support/witnessed-log'

async function open(entries: number) {
  const log = await openWitnessedLog()
  const witness = log.witness()
  await log.append(entries)
  const { services } = log
  const ask = () => askWitness(services, witness, 'test')
  return { ...log, witness, another: log.witness, ask, newest: () => services.store.log.newestCosigned('test') }
}

/** Another signature of the same key. */
const changed = (line: string): string =>
  line.replace(/.(.{5}\n)$/u, (last, end: string) => `${last.startsWith('A') ? 'B' : 'A'}${end}`)

describe('a witness', () => {
  it('is not asked about an empty log', async () => {
    const { ask, witness } = await open(0)
    expect(await ask()).toBeNull()
    expect(witness.asked).toEqual([])
  })

  it('signs, and its line is stored with its time', async () => {
    const { ask, witness, services, newest } = await open(5)
    const time = services.clock.now() / 1_000
    expect(await ask()).toEqual({ outcome: 'signed', size: 5, time })
    expect(await newest()).toMatchObject({ size: 5, cosignatures: [{ witness: witness.key.name, time }] })
  })

  it('that has seen another size is asked again, with the proof from there', async () => {
    const { ask, witness, append, services } = await open(5)
    await witness.addCheckpoint(
      formatWitnessRequest({
        oldSize: 0,
        proof: [],
        checkpoint: (await services.store.log.head('test'))?.checkpoint ?? '',
      }),
    )
    await append(4)
    expect(await ask()).toMatchObject({ outcome: 'signed', size: 9 })
    const asked = witness.asked.map(parseWitnessRequest)
    expect(asked.map((one) => [one?.oldSize, one?.proof.length])).toEqual([
      [0, 0],
      [0, 0],
      [5, 5],
    ])
  })

  it('that cannot be reached has a reason', async () => {
    const { ask, witness } = await open(1)
    witness.instead = () => Promise.reject(new Error('it timed out'))
    expect(await ask()).toEqual({ outcome: 'unreachable', reason: 'it timed out' })
  })

  it.each<[string, (good: string) => WitnessAnswer, RegExp]>([
    ['nothing', () => ({ status: 200, body: '' }), /is not a signature/u],
    ['a page', () => ({ status: 200, body: '<html></html>\n' }), /is not a signature/u],
    ['a line without its end', (good) => ({ status: 200, body: good.trimEnd() }), /is not a signature/u],
    ['a changed signature', (good) => ({ status: 200, body: changed(good) }), /signature is wrong/u],
    [
      'another’s name',
      (good) => ({ status: 200, body: good.replace('— w', '— x') }),
      /not signed with its configured key/u,
    ],
    ['that it does not watch the log', () => ({ status: 404, body: '' }), /does not watch this log/u],
    ['that it does not know the signing key', () => ({ status: 403, body: '' }), /does not know the signing key/u],
    ['a failure', () => ({ status: 503, body: '' }), /it returned 503/u],
    ['no size', () => ({ status: 409, body: 'many\n' }), /it returned 409/u],
    ['a size without its end', () => ({ status: 409, body: '1' }), /it returned 409/u],
    ['a size that never fits', () => ({ status: 409, body: '0\n' }), /another request was in progress/u],
  ])('that returns %s has not signed', async (_, answer, reason) => {
    const { ask, witness, services, newest } = await open(1)
    const checkpoint = (await services.store.log.head('test'))?.checkpoint ?? ''
    const { body: good } = await witness.addCheckpoint(formatWitnessRequest({ oldSize: 0, proof: [], checkpoint }))
    witness.instead = () => answer(good)
    expect(await ask()).toEqual({ outcome: 'failed', reason: expect.stringMatching(reason) })
    expect(await newest()).toBeNull()
    witness.instead = () => ({ status: 200, body: good })
    expect(await ask()).toMatchObject({ outcome: 'signed' })
  })

  it('that signs another tree has not signed this one', async () => {
    const { ask, witness, append, services, newest } = await open(1)
    const checkpoint = (await services.store.log.head('test'))?.checkpoint ?? ''
    const { body: old } = await witness.addCheckpoint(formatWitnessRequest({ oldSize: 0, proof: [], checkpoint }))
    await append(1)
    witness.instead = () => ({ status: 200, body: old })
    expect(await ask()).toMatchObject({ outcome: 'failed', reason: 'its signature is wrong' })
    expect(await newest()).toBeNull()
  })

  it.each([
    [-601, 'failed'],
    [-600, 'signed'],
    [600, 'signed'],
    [601, 'failed'],
  ])('whose clock is %i seconds from ours: %s', async (seconds, outcome) => {
    const { ask, witness, services } = await open(1)
    const real = witness.addCheckpoint.bind(witness)
    witness.instead = async (body) => {
      witness.instead = null
      const answer = await real(body)
      services.wait(-seconds * 1_000)
      return answer
    }
    expect((await ask())?.outcome).toBe(outcome)
  })

  it('can send signatures of others too, which are skipped', async () => {
    const { ask, witness, another, newest } = await open(1)
    const stranger = another('stranger.example')
    const real = witness.addCheckpoint.bind(witness)
    witness.instead = async (body) => {
      witness.instead = null
      const answers = [await stranger.addCheckpoint(body), await real(body)]
      return { status: 200, body: answers.map((one) => one.body).join('') }
    }
    expect(await ask()).toMatchObject({ outcome: 'signed' })
    expect((await newest())?.cosignatures.map((one) => one.witness)).toEqual([witness.key.name])
  })
})
