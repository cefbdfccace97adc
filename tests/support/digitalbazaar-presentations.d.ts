/** Test-only functions of the package, which has no types. */
import '@digitalbazaar/vc'
import type { DataIntegrityProof } from '@digitalbazaar/data-integrity'

declare module '@digitalbazaar/vc' {
  export function verify(options: {
    presentation: object
    unsignedPresentation: true
    suite: DataIntegrityProof | DataIntegrityProof[]
    documentLoader: (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
    checkStatus: () => Promise<{ verified: boolean }>
    now: Date
  }): Promise<{ verified: boolean; credentialResults?: { verified: boolean; credentialId?: string }[] }>
}
