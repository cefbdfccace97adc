/** The part of the package that we use; it has no types. */
declare module 'bidi-js' {
  interface Bidi {
    /** By UTF-16 unit; odd levels run from right to left. */
    getEmbeddingLevels(text: string): { levels: Uint8Array }
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}
