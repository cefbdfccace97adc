/** What lanes carry, and how. */
export interface LaneWork<Job> {
  /** So many jobs are in hand at a time. */
  lanes: number
  /** After this time an attempt is aborted. */
  attemptMaxMs: number
  /** Takes the next job that is due. @param isStopped asked again after anything that takes time: then the job goes back */
  claim: (isStopped: () => boolean) => Promise<Job | undefined>
  attempt: (job: Job, attempt: LaneAttempt) => Promise<void>
  /** Told when jobs can neither be claimed nor noted. */
  fail: (error: unknown) => void
}

export interface LaneAttempt {
  /** Comes when its time is up, or the lanes are cut. */
  signal: AbortSignal
  /** Whether it was cut: then the job is as due as it was. */
  isCut: () => boolean
}

export interface Lanes {
  /** Opens one more, as far as there is room. */
  open: () => void
  /** Resolves when none is open. */
  ended: () => Promise<void>
  /** Starts nothing more and finishes what is in hand. @param graceMs after this time it is cut */
  stop: (graceMs: number) => Promise<void>
  stopped: () => boolean
}

/** Each lane carries one job after the other and ends when none is due; whenever one finds a job, another opens beside it. */
export function createLanes<Job>({ lanes, attemptMaxMs, claim, attempt, fail }: LaneWork<Job>): Lanes {
  const state = { stopped: false, cut: false }
  const running = new Set<Promise<void>>()
  const inHand = new Set<AbortController>()
  const next = (): Promise<Job | undefined> => claim(() => state.stopped)

  const carry = async (): Promise<void> => {
    for (let job = await next(); job !== undefined; job = await next()) {
      open()
      const claimed = job
      await inTime(inHand, attemptMaxMs, (signal) => attempt(claimed, { signal, isCut: () => state.cut }))
    }
  }
  const open = (): void => {
    if (state.stopped || running.size >= lanes) return
    const lane = carry()
      .catch(fail)
      .finally(() => running.delete(lane))
    running.add(lane)
  }
  const ended = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running)
  }
  const stop = async (graceMs: number): Promise<void> => {
    state.stopped = true
    const end = setTimeout(() => {
      state.cut = true
      for (const one of inHand) one.abort()
    }, graceMs)
    await ended()
    clearTimeout(end)
  }
  return { open, ended, stop, stopped: () => state.stopped }
}

async function inTime(
  inHand: Set<AbortController>,
  maxMs: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const attempt = new AbortController()
  const timer = setTimeout(() => attempt.abort(), maxMs)
  inHand.add(attempt)
  try {
    await work(attempt.signal)
  } finally {
    clearTimeout(timer)
    inHand.delete(attempt)
  }
}
