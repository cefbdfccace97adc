import type { Mode } from '../../lib/ids'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'

/** So many that nobody finds one by trying, at the pace that the limit of look-ups leaves. */
const DIGITS = 12
const TRIES = 20

/**
 * An ID that no TrustTag has: `TT-<code of the skill><year><number>`, in Test Mode `TT-TEST-…`. The number is drawn, so that
 * nobody can count on from one ID to the next.
 */
export async function newTagId(
  { tags }: Pick<Repositories, 'tags'>,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { code, mode }: { code: string; mode: Mode },
): Promise<string> {
  const year = new Date(clock.now()).getUTCFullYear()
  const start = `TT-${mode === 'test' ? 'TEST-' : ''}${code}${year}`
  for (let tries = 0; tries < TRIES; tries += 1) {
    const id = start + String(secrets.below(10 ** DIGITS)).padStart(DIGITS, '0')
    if ((await tags.find(id)) === null) return id
  }
  throw new Error('No ID for a TrustTag is left.')
}
