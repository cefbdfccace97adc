/**
 * Verifies a signature. Uses the platform's Ed25519 (Chrome 137, Firefox 129, Safari 17, in secure contexts), else a
 * library that is loaded on demand.
 * @param publicKey 32 bytes
 * @param signature 64 bytes
 * @returns false also for a key or signature of another length
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

/** Null if the platform lacks the algorithm or rejects the key: then the library decides. */
async function importKey(publicKey: Uint8Array): Promise<CryptoKey | null> {
  // Undefined outside secure contexts, despite its type.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  try {
    return (await subtle?.importKey('raw', ownMemory(publicKey), 'Ed25519', false, ['verify'])) ?? null
  } catch {
    return null
  }
}

/** A copy with its own memory, as the platform's functions require. */
const ownMemory = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)
