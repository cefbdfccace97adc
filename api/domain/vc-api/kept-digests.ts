/**
 * Digests of contexts as they were published: SHA-256 in hexadecimal and SHA-384 in base64. The base context of version 2.0
 * has been served in two versions since implementations rely on it (Candidate Recommendation of July 2024, and the
 * Recommendation), and credentials name either.
 */
const published: Readonly<Record<string, readonly { sha256: string; sha384: string }[]>> = {
  'https://www.w3.org/ns/credentials/v2': [
    {
      sha256: '59955ced6697d61e03f2b2556febe5308ab16842846f5b586d7f1f7adec92734',
      sha384: 'l/HrjlBCNWyAX91hr6LFV2Y3heB5Tcr6IeE4/Tje8YyzYBM8IhqjHWiWpr8+ZbYU',
    },
    {
      sha256: '24a18c90e9856d526111f29376e302d970b2bd10182e33959995b0207d7043b9',
      sha384: 'NSOcNpmdIVUxIJGvGUoe22FjTWrXiaXlsZ8q6912LdnR3KraQO2n75Ica4wK4Qeg',
    },
  ],
}

/** What a multihash of SHA-256 begins with: its code and its length. */
const SHA_256 = Uint8Array.of(0x12, 0x20)

/** By address, every way to write the right digest: `sha256-…` and `sha384-…`, multibase with and without multihash. */
export const keptDigests: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(published).map(([address, versions]) => [address, new Set(versions.flatMap(waysToWrite))]),
)

function waysToWrite({ sha256, sha384 }: { sha256: string; sha384: string }): string[] {
  const digest = Buffer.from(sha256, 'hex')
  return [
    `sha256-${digest.toString('base64')}`,
    `sha384-${sha384}`,
    `u${digest.toString('base64url')}`,
    `u${Buffer.concat([SHA_256, digest]).toString('base64url')}`,
  ]
}
