/** A write met a row that already holds its unique value. Both database engines are mapped to this one error. */
export class UniqueConstraintError extends Error {
  constructor(cause: unknown) {
    super('A unique value is already taken.', { cause })
    this.name = 'UniqueConstraintError'
  }
}
