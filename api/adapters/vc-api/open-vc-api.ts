import { join } from 'node:path'
import { proofModes } from '../../../contract/proof-paths'
import { didDocument } from '../../domain/proof/did-document'
import type { VcApi } from '../../domain/vc-api/vc-api'
import type { Services } from '../../ports/services'
import { adaptorKey } from './adaptor-key'
import { createVcApi } from './create-vc-api'

/** What the settings say of it. */
export interface VcApiSettings {
  vcApi: boolean
  dataDir: string
}

/** The VC API with its own key in DATA_DIR/keys; null where it is off. It also knows the issuers of this installation. */
export function openVcApi(
  { vcApi, dataDir }: VcApiSettings,
  { issuer, clock }: Pick<Services, 'issuer' | 'clock'>,
): VcApi | null {
  if (!vcApi) return null
  return createVcApi({
    key: adaptorKey(join(dataDir, 'keys')),
    ownIssuers: () => proofModes.map((mode) => didDocument(issuer, mode)),
    now: () => clock.now(),
  })
}
