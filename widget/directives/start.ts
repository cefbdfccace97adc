import { type AttributeName, type MountName, pageAttributes, withAttribute } from '../attributes'
import { createGate, type Gate } from '../gating/gate'
import { domParsed, pageScriptsRan } from '../lib/page-lifecycle'
import { waitUntilReady } from '../stores/app'
import { $message } from '../stores/feedback'
import type { Directive, DirectiveContext } from './directive'
import { startEngine } from './engine'
import { guardForms } from './forms/guard-forms'
import { hiddenAtFirst } from './hidden-at-first'
import { preventHtmxBoost } from './htmx'
import { createPageMounts, type PageMounts, startMessages } from './on-demand'

export interface DirectiveEngine {
  /** Unmounts every directive and ends all listening. Hidden and removed content stays so. */
  stop(): void
  /** Resolves once the first gating and the first member texts are on the page. */
  settled(): Promise<void>
}

/** Starts the directives of a page. Call it as early as possible: it closes the gates. */
export function startDirectives(context: DirectiveContext): DirectiveEngine {
  const { document, window } = context
  guardForms(window)
  const gate = createGate(document, window, hiddenAtFirst)
  const stopMessages = onFirstMessage(() => startMessages(document, window))
  const endHtmx = preventHtmxBoost(window)
  const engine = startEngine(pageDirectives(gate), context)
  let stopped = false
  const finishFirstPass = async (): Promise<void> => {
    await domParsed(document)
    if (stopped) return
    engine.flush()
    await removing
    // Elements that were denied while being parsed can leave now.
    if (!stopped) gate.apply()
  }
  const startRemoving = async (): Promise<void> => {
    await pageScriptsRan(window)
    if (!stopped) gate.startRemoving()
  }
  const removing = startRemoving()
  const firstPass = finishFirstPass()
  return {
    stop() {
      stopped = true
      gate.stop()
      engine.stop()
      stopMessages()
      endHtmx()
    },
    async settled() {
      await Promise.all([firstPass, waitUntilReady()])
      if (!stopped) engine.flush()
    },
  }
}

/** @returns ends the waiting, or what `start` began */
function onFirstMessage(start: () => () => void): () => void {
  let end = $message.listen(() => {
    end()
    end = start()
  })
  return () => end()
}

/** Every directive of a page, in the order of the rows. The mounts are made for the first element that needs one. */
export function pageDirectives(gate: Gate): readonly Directive[] {
  let mounts: PageMounts | undefined
  const directives = new Map<MountName, Directive & { watches: AttributeName[] }>()
  for (const { name, mount, selector = '' } of pageAttributes) {
    if (!mount) continue
    const before = directives.get(mount)
    const own = withAttribute(name) + selector
    directives.set(mount, {
      name: before ? `${before.name}, ${name}` : name,
      selector: before ? `${before.selector},${own}` : own,
      watches: [...(before?.watches ?? []), name],
      mount: (element, context) => (mounts ??= createPageMounts(gate))[mount](element, context),
    })
  }
  for (const { name, remounts } of pageAttributes) if (remounts) directives.get(remounts)?.watches.push(name)
  return [...directives.values()]
}
