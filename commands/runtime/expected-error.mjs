/** A failure whose message says everything a person needs: it is printed as one line, without a stack. */
export class ExpectedError extends Error {
  expected = true
}
