import * as v from 'valibot'
import type { CredentialRow } from '../../ports/trusttag/credential-store'

const issued = v.object({ issuer: v.object({ id: v.string() }) })

/** Who a credential that we keep was issued by: `did:web:…`. */
export const issuerOf = ({ credential }: Pick<CredentialRow, 'credential'>): string =>
  v.parse(issued, JSON.parse(credential)).issuer.id
