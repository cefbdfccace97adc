import { cosignatureTime } from '../../../contract/tlog/checkpoint'
import { formatSignature, parseNote, parseSignatures, signaturesOf } from '../../../contract/tlog/signed-note'
import type { VerifierKey } from '../../../contract/tlog/signed-note'

/** A witness whose clock differs more from ours is not believed about the time. */
const CLOCK_DIFFERENCE_MAX_SECONDS = 600

export interface NewCosignature {
  /** With its newline. */
  line: string
  /** Seconds since 1970. */
  time: number
}

/**
 * What a witness answered, if it is its signature below exactly this checkpoint, made now. Lines of others are passed over.
 * @param now epoch milliseconds
 * @returns a sentence about what is wrong
 */
export async function readCosignature(
  answer: string,
  { checkpoint, key, now }: { checkpoint: string; key: VerifierKey; now: number },
): Promise<NewCosignature | string> {
  const note = parseNote(checkpoint)
  const signatures = parseSignatures(answer)
  if (!note || !signatures) return 'its answer is no signature'
  const [signature] = signaturesOf({ signatures }, key)
  if (!signature) return 'its answer is not signed with the key that is known of it'
  const time = await cosignatureTime(note.text, key, signature)
  if (time === null) return 'its signature is wrong'
  const difference = Math.round(time - now / 1000)
  if (Math.abs(difference) > CLOCK_DIFFERENCE_MAX_SECONDS)
    return `its clock and the one here differ by ${Math.abs(difference)} seconds`
  return { line: formatSignature(key, signature), time }
}
