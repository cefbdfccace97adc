/** Waits for work, for so many milliseconds at most; the work itself goes on. */
export async function inTime(work: Promise<unknown> | null, maxMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxMs)
  })
  try {
    await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}
