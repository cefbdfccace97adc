import { domParsed, pageScriptsRan } from '../lib/page-lifecycle'
import { $message } from '../stores/feedback'
import { waitUntilReady } from '../stores/app'
import type { DirectiveContext } from './directive'
import { startEngine } from './engine'
import { guardForms } from './forms/guard-forms'
import { createGate } from './gating/gate'
import { hiddenAtFirst } from './hidden-at-first'
import { pageDirectives } from './index'
import { keepFromBoosting } from './keep-from-boosting'
import { startMessages } from './on-demand'

export interface DirectiveEngine {
  /** Unmounts every directive and ends all listening. What the gate has hidden or removed stays so. */
  stop(): void
  /** Resolves once the first gating and the first member texts are on the page. */
  settled(): Promise<void>
}

/** Brings a page's `data-ms-*` attributes to life. Call it as early as can be: the gates are shut from here on. */
export function startDirectives(context: DirectiveContext): DirectiveEngine {
  const { document, window } = context
  guardForms(window)
  const gate = createGate(document, window, hiddenAtFirst)
  const stopMessages = onFirstMessage(() => startMessages(document, window))
  const endBoosting = keepFromBoosting(window)
  const engine = startEngine(pageDirectives(gate), context)
  let stopped = false
  const finishFirstPass = async (): Promise<void> => {
    await domParsed(document)
    if (stopped) return
    engine.flush()
    await removing
    // What was still being parsed when it was denied can leave now.
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
      endBoosting()
    },
    async settled() {
      await Promise.all([firstPass, waitUntilReady()])
      if (!stopped) engine.flush()
    },
  }
}

/** @returns ends the waiting, or what it has led to */
function onFirstMessage(start: () => () => void): () => void {
  let end = $message.listen(() => {
    end()
    end = start()
  })
  return () => end()
}
