/**
 * Pieces as a stream that begins with its first reader: one that nobody reads, as after a HEAD request, asks for nothing. Who
 * stops reading ends the work.
 */
export function streamOf<Piece>(begin: () => AsyncGenerator<Piece>): ReadableStream<Piece> {
  let pieces: AsyncGenerator<Piece> | undefined
  return new ReadableStream<Piece>(
    {
      async pull(controller) {
        pieces ??= begin()
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces?.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
