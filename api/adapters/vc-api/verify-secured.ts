import { isRecord, recordOf } from '../../../contract/credential/json-reading'
import { checkCredential } from '../../domain/vc-api/check-credential'
import { requireInTime } from '../../domain/vc-api/check-period'
import { checkPresentation } from '../../domain/vc-api/check-presentation'
import { fail } from '../../domain/vc-api/check-values'
import { signedParts } from '../../domain/vc-api/signed-parts'
import type { JsonRecord } from '../../domain/vc-api/signed-parts'
import type { VcApi } from '../../domain/vc-api/vc-api'
import type { LoadDocument } from './load-document'
import { verifyProof } from './verify-proof'

export interface VerifierOptions {
  loadDocument: LoadDocument
  now: () => number
}

/**
 * Checks what anybody signed. Every proof must be right, whoever made it, and one must be the issuer's: libraries are often
 * content with any of them, and pass over those that they do not know.
 */
export function createVerifier({ loadDocument, now }: VerifierOptions): Pick<VcApi, 'verify' | 'verifyPresentation'> {
  const checks = ['proof', 'dates'] as const

  /** Whoever proved it. */
  async function verifyAll(secured: JsonRecord, asked: JsonRecord): Promise<string[]> {
    const controllers: string[] = []
    for (const { proof, document } of signedParts(secured)) {
      for (const [name, value] of Object.entries(asked))
        if (!listOf(proof[name]).includes(value)) fail(`${name} of a proof is not as it should be.`, 'signature')
      requireInTime(proof, { from: null, until: 'expires' }, now())
      controllers.push(await verifyProof({ proof, document, loadDocument }))
    }
    return controllers
  }

  async function verify(credential: unknown): Promise<void> {
    checkCredential(credential)
    const controllers = await verifyAll(credential, { proofPurpose: 'assertionMethod' })
    const { issuer } = credential
    const named = isRecord(issuer) ? issuer.id : issuer
    if (!controllers.some((one) => one === named)) fail('No proof is the issuer’s.', 'signature')
    requireInTime(credential, { from: 'validFrom', until: 'validUntil' }, now())
    requireInTime(credential, { from: 'issuanceDate', until: 'expirationDate' }, now())
  }

  return {
    verify: async (credential) => {
      await verify(credential)
      return { checks, warnings: warningsOf([credential]) }
    },
    verifyPresentation: async (presentation, options) => {
      checkPresentation(presentation)
      const credentials = listOf(presentation.verifiableCredential)
      for (const credential of credentials) await verify(credential)
      const warnings = warningsOf(credentials)
      if (presentation.proof === undefined) return { checks, warnings: [...warnings, 'The presentation has no proof.'] }
      await verifyAll(presentation, { proofPurpose: 'authentication', ...askedOf(options) })
      return { checks, warnings }
    },
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

const warningsOf = (credentials: readonly unknown[]): string[] =>
  credentials.some((one) => recordOf(one).credentialStatus !== undefined)
    ? ['Whether it was revoked was not checked.']
    : []

/** Those of `challenge` and `domain` that whoever asks expects in the proof. */
function askedOf(options: JsonRecord): Record<string, string> {
  const asked: Record<string, string> = {}
  for (const name of ['challenge', 'domain']) {
    const value = options[name]
    if (value === undefined) continue
    asked[name] = typeof value === 'string' ? value : fail(`options.${name} must be a text.`)
  }
  return asked
}
