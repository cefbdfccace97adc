/** A program of the bench is of no use without it, and would hold a processor. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit())
}
