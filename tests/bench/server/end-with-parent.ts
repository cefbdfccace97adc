/** Ends a program of the bench with the bench, so that it does not keep a processor busy. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit())
}
