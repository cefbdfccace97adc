import { cryptosuites } from '../../../contract/credential/contexts'
import { isRecord } from '../../../contract/credential/json-reading'
import { checkCredential } from '../../domain/vc-api/check-credential'
import { fail } from '../../domain/vc-api/check-values'
import { VcProblem } from '../../domain/vc-api/vc-problem'
import type { VcApi } from '../../domain/vc-api/vc-api'
import type { JsonObject } from '../../ports/trusttag/issuer'
import { signCredential } from '../issuer/sign-credential'
import type { CredentialKey, Cryptosuite } from '../issuer/sign-credential'
import { createLoadDocument } from './load-document'
import { createVerifier } from './verify-secured'

export interface VcApiOptions {
  key: CredentialKey
  /** DID documents of the issuers of this installation, as they are now. */
  ownIssuers: () => readonly object[]
  now: () => number
}

/** Issues and checks credentials of anybody, for tools that speak the VC API. It fetches nothing. */
export function createVcApi({ key, ownIssuers, now }: VcApiOptions): VcApi {
  const loadDocument = createLoadDocument(ownIssuers)
  return {
    did: key.did,
    issue: async (credential, options) => {
      checkCredential(credential)
      if ('proof' in credential) fail('A credential to sign must not have a proof.')
      const suites = suitesOf(options)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was parsed from JSON
      const document = inOwnName(credential, key.did) as JsonObject
      try {
        return await signCredential(key, document, { suites, loadDocument })
      } catch (error) {
        throw new VcProblem('generation', 'A term or a type is defined by no context that is kept here.', {
          cause: error,
        })
      }
    },
    ...createVerifier({ loadDocument, now }),
  }
}

/** Whoever signs is the issuer: it never signs in another's name. */
function inOwnName(credential: Record<string, unknown>, did: string): Record<string, unknown> {
  const { issuer } = credential
  return { ...credential, issuer: isRecord(issuer) ? { ...issuer, id: did } : did }
}

/** `options.cryptosuite`: one, or several for a set of proofs; eddsa-rdfc-2022 where there is none. */
function suitesOf({ cryptosuite = 'eddsa-rdfc-2022' }: Record<string, unknown>): Cryptosuite[] {
  const wanted: readonly unknown[] = Array.isArray(cryptosuite) ? cryptosuite : [cryptosuite]
  const known = cryptosuites.filter((one) => wanted.includes(one))
  if (known.length === 0 || known.length !== wanted.length)
    fail(`options.cryptosuite must be of ${cryptosuites.join(' and ')}.`)
  return known
}
