import type { App } from '../../../contract/entities'
import { attributes } from '../../attributes'
import { reportProblem } from '../../lib/errors'
import { $app } from '../../stores/app'
import { isBuiltIn } from './true-content'

export interface UnknownValues {
  /** Takes note of a value on the page; it is judged once the app is known. */
  note(value: string): void
  stop(): void
}

/** Names each value of `data-ms-content` that means nothing to the app, once, in the console. */
export function createUnknownValues(): UnknownValues {
  const noted = new Set<string>()
  const stop = $app.listen((app, before) => {
    if (app && !before) for (const value of noted) judge(value, app)
  })
  return {
    note(value) {
      const app = $app.get()
      if (app && !noted.has(value)) judge(value, app)
      noted.add(value)
    },
    stop,
  }
}

function judge(value: string, { contentGroups, plans }: App): void {
  const name = value.replace(/^!/, '')
  if (
    value === '' ||
    isBuiltIn(name) ||
    contentGroups.some(({ key }) => key === name) ||
    plans.some(({ id }) => id === name)
  )
    return
  const effect = value === name ? 'it stays hidden' : 'it shows to everybody'
  const known = 'built-in names, keys of content groups and ids of plans'
  reportProblem('warn', `${attributes.content}="${value}" is not a value that this app knows (${known}), so ${effect}.`)
}
