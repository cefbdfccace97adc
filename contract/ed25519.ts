/**
 * Whether a signature is right. The platform's own cryptography where it has Ed25519 (Chrome 137, Firefox 129, Safari 17, in
 * secure contexts), else a library that is loaded only then.
 * @param publicKey 32 bytes
 * @param signature 64 bytes
 * @returns false also for a key or a signature of another length
 */
export async function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  const key = await importKey(publicKey)
  if (key) return crypto.subtle.verify('Ed25519', key, ownMemory(signature), ownMemory(message))
  const { verifyByLibrary } = await import('./ed25519-library')
  return verifyByLibrary(publicKey, message, signature)
}

/** Null where the platform lacks the algorithm, or refuses the key: then the library decides. */
async function importKey(publicKey: Uint8Array): Promise<CryptoKey | null> {
  // Absent outside secure contexts, whatever the types say.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  try {
    return (await subtle?.importKey('raw', ownMemory(publicKey), 'Ed25519', false, ['verify'])) ?? null
  } catch {
    return null
  }
}

/** A copy whose memory nobody shares: what the platform's functions ask for. */
const ownMemory = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)
