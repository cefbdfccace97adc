/** Of the package that makes and checks proofs what only the VC API calls, beside `issuer/digitalbazaar.d.ts`. */
declare module '@digitalbazaar/data-integrity' {
  export interface DataIntegrityProof {
    verifyProof(options: {
      proof: object
      document: object
      documentLoader: (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
    }): Promise<{ verified: boolean; verificationMethod?: object; error?: Error }>
  }
}
