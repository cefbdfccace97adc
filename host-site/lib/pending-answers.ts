/** By question number. */
type Answers = Record<string, string>

const ANSWERS = 'trusttagAnswers'

/** Unsent answers of one attempt in the browser; blocked storage keeps nothing. */
export interface PendingAnswers {
  read: (attemptId: string) => Answers
  keep: (attemptId: string, answers: Answers) => void
}

/** @param storage a function, because reading `window.localStorage` can throw */
export function createPendingAnswers(storage: () => Storage = () => window.localStorage): PendingAnswers {
  return {
    read(attemptId) {
      try {
        const stored: unknown = JSON.parse(storage().getItem(ANSWERS) ?? 'null')
        return isPending(stored) && stored.attemptId === attemptId ? stored.answers : {}
      } catch {
        return {}
      }
    },
    keep(attemptId, answers) {
      try {
        if (Object.keys(answers).length > 0) storage().setItem(ANSWERS, JSON.stringify({ attemptId, answers }))
        else storage().removeItem(ANSWERS)
      } catch {
        // The page still has them.
      }
    },
  }
}

const isPending = (stored: unknown): stored is { attemptId: string; answers: Answers } =>
  typeof stored === 'object' &&
  stored !== null &&
  'attemptId' in stored &&
  'answers' in stored &&
  typeof stored.answers === 'object' &&
  stored.answers !== null &&
  Object.values(stored.answers).every((answer) => typeof answer === 'string')
