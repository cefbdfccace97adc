import type { TrustDocument } from '../../../contract/credential/report'
import { didOf, proofModes } from '../../../contract/proof-paths'
import { formatVerifierKey } from '../../../contract/tlog/signed-note'
import type { Services } from '../../ports/services'

/** Whom to believe, in one answer: what DID documents and lists of keys say one by one. */
export const trustDocument = ({ issuer, witnesses }: Pick<Services, 'issuer' | 'witnesses'>): TrustDocument => ({
  issuers: proofModes.map((mode) => ({
    did: didOf(issuer.origin, mode),
    mode,
    keys: issuer.issuerKeys(mode).map(({ publicKeyMultibase }) => publicKeyMultibase),
    log: issuer.logKeys(mode).map(formatVerifierKey),
    witnesses: witnesses.map(({ key, isSelfRun }) => ({ key: formatVerifierKey(key), isSelfRun })),
  })),
})
