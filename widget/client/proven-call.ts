import type { Answer, Call } from '../../contract/schemas'
import type { CaptchaChallenge } from '../../contract/types/captcha-challenge'
import { solveChallenge } from '../../contract/solve-challenge'
import { isRecord } from '../lib/is-record'
import { MembershipError } from '../transport/membership-error'
import type { CallEndpoint, CallOptions } from '../transport/call'

/** Calls that the server may answer with a puzzle, once there were too many wrong tries. */
type Proven = 'login' | 'signup' | 'passwordlessLogin' | 'passwordlessSignup' | 'resetPassword'

/**
 * A call that is repeated once, with the solution, where the server asks for proof of work: about a second of the
 * visitor's device. Without `crypto.subtle`, which browsers have on https and localhost only, the refusal is thrown.
 */
export async function provenCall<K extends Proven>(
  call: CallEndpoint,
  name: K,
  input: Call<K>,
  options?: CallOptions,
): Promise<Answer<K>> {
  try {
    return await call<K>(name, input, options)
  } catch (error) {
    const puzzle = puzzleOf(error)
    const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
    if (!puzzle || !subtle) throw error
    const proofOfWork = await solveChallenge(puzzle, subtle)
    return call<K>(name, { ...input, proofOfWork }, options)
  }
}

/** The server's word: a puzzle that makes no sense is never solved. */
const puzzleOf = (error: unknown): CaptchaChallenge | null =>
  error instanceof MembershipError && error.code === 'proof-of-work-required' && isPuzzle(error.puzzle)
    ? error.puzzle
    : null

const isPuzzle = (value: unknown): value is CaptchaChallenge => isRecord(value) && isRecord(value['parameters'])
