/** The target has rows already, has another schema, or differs afterwards. The message is one line. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
}
