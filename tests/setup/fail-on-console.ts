import { afterEach, beforeEach } from 'vitest'
import { startConsoleWatch } from './console-watch'

const watch = startConsoleWatch(console)

beforeEach(() => watch.reset())

afterEach(() => {
  const problems = watch.problems()
  watch.reset()
  if (problems.length > 0) throw new Error(`Console output that no test asked for:\n${problems.join('\n')}`)
})
