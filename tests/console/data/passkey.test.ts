import { describe, expect, it } from 'vitest'
import { createPasskeySigner } from '../../../console/data/passkey'

const asked = { challenge: 'AQL-_w', rpId: 'members.example.com', timeout: 60_000, userVerification: 'required' } as const
const bytes = (...values: number[]) => new Uint8Array(values).buffer

/** A browser whose answer to the question for a passkey is this. */
function signerOf(answer: () => Promise<unknown>) {
  const questions: unknown[] = []
  const get = (question: unknown) => {
    questions.push(question)
    return answer()
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of the interface is not used
  const page = { credentials: { get } } as unknown as Pick<Navigator, 'credentials'>
  return { sign: createPasskeySigner(page), questions }
}

describe('a passkey', () => {
  it('signs the challenge of the server, and goes back in base64url', async () => {
    const response = {
      clientDataJSON: bytes(251, 255),
      authenticatorData: bytes(1),
      signature: bytes(2),
      userHandle: null,
    }
    const { sign, questions } = signerOf(() =>
      Promise.resolve({ type: 'public-key', id: 'abc', rawId: bytes(105, 183), response }),
    )
    expect(await sign(asked)).toEqual({
      id: 'abc',
      rawId: 'abc',
      type: 'public-key',
      response: { clientDataJSON: '-_8', authenticatorData: 'AQ', signature: 'Ag', userHandle: null },
    })
    expect(questions).toEqual([{ publicKey: { ...asked, challenge: new Uint8Array([1, 2, 254, 255]) } }])
  })

  it.each([
    ['the person cancels', () => Promise.reject(new DOMException('', 'NotAllowedError'))],
    ['the browser has none', () => Promise.resolve(null)],
    ['it is no passkey', () => Promise.resolve({ type: 'password', id: 'x' })],
  ])('says so when %s', async (_, answer) => {
    await expect(signerOf(answer).sign(asked)).rejects.toMatchObject({ code: 'passkey-canceled', status: 0 })
  })

  it('is not possible in a browser without them', async () => {
    await expect(createPasskeySigner({})(asked)).rejects.toMatchObject({ code: 'passkeys-not-supported' })
  })
})
