import MagicString from 'magic-string'
import { KEPT_EXPORTS, withExports } from './kept-exports.mjs'

/**
 * What react-dom carries for features that the widget has no use for: no server rendering to hydrate, no view
 * transitions, suspended trees, hidden trees, form actions, refs to fragments, or resources in the head. Function →
 * what it answers instead; without a value, nothing. The bundler then drops what only these were calling.
 * @type {Record<string, string>}
 */
const UNUSED = {
  // Hydration of markup that a server rendered, and events that wait for it
  popHydrationState: 'false',
  prepareToHydrateHostInstance: '',
  popToNextHostParent: '',
  throwOnHydrationMismatch: '',
  upgradeHydrationErrorsToRecoverable: 'null',
  queueHydrationError: '',
  canHydrateInstance: 'null',
  canHydrateTextInstance: 'null',
  canHydrateHydrationBoundary: 'null',
  getNextHydratable: 'null',
  getNextHydratableInstanceAfterHydrationBoundary: 'null',
  getHydratableHoistableCache: 'null',
  clearHydrationBoundary: '',
  hideOrUnhideDehydratedBoundary: '',
  updateDehydratedSuspenseComponent: 'null',
  retryDehydratedSuspenseBoundary: '',
  registerSuspenseInstanceRetry: '',
  commitActivityHydrationCallbacks: '',
  commitSuspenseHydrationCallbacks: '',
  getBumpedLaneForHydration: '0',
  pushTreeId: '',
  pushMaterializedTreeId: '',
  popTreeContext: '',
  restoreSuspendedTreeContext: '',
  queueIfContinuousEvent: 'false',
  clearIfContinuousEvent: '',
  attemptContinuousHydration: '',
  attemptHydrationAtCurrentPriority: '',
  retryIfBlockedOn: '',
  // View transitions
  getViewTransitionName: '""',
  getViewTransitionClassName: '"none"',
  pushViewTransitionCancelableScope: 'null',
  trackEnterViewTransitions: '',
  applyViewTransitionToHostInstances: 'false',
  restoreViewTransitionOnHostInstances: '',
  commitAppearingPairViewTransitions: '',
  commitEnterViewTransitions: '',
  commitDeletedPairViewTransitions: '',
  commitExitViewTransitions: '',
  commitNestedViewTransitions: '',
  restorePairedViewTransitions: '',
  restoreEnterOrExitViewTransitions: '',
  restoreNestedViewTransitions: '',
  measureViewTransitionHostInstancesRecursive: 'false',
  measureNestedViewTransitions: '',
  scheduleViewTransitionEvent: '',
  startViewTransition: 'null',
  createViewTransitionInstance: 'null',
  commitAfterMutationEffectsOnFiber: '',
  flushAfterMutationEffects: '',
  // Suspended and hidden trees
  updateSuspenseComponent: 'null',
  updateSuspenseListComponent: 'null',
  updateActivityComponent: 'null',
  updateOffscreenComponent: 'null',
  attachSuspenseRetryListeners: '',
  cutOffTailIfNeeded: '',
  hideOrUnhideAllChildren: '',
  hideOrUnhideNearestPortals: '',
  recursivelyTraverseDisappearLayoutEffects: '',
  recursivelyTraverseReappearLayoutEffects: '',
  recursivelyTraverseReconnectPassiveEffects: '',
  recursivelyTraverseAtomicPassiveEffects: '',
  recursivelyTraverseDisconnectPassiveEffects: '',
  commitOffscreenPassiveMountEffects: '',
  // Commits that wait for pictures and style sheets
  maySuspendCommit: 'false',
  preloadResourceAndSuspendIfNeeded: '',
  accumulateSuspenseyCommitOnFiber: '',
  recursivelyAccumulateSuspenseyCommit: '',
  waitForCommitToBeReady: 'null',
  // Elements that move to the head, and the three that are there but once
  isHostHoistableType: 'false',
  getResource: 'null',
  acquireResource: 'null',
  mountHoistable: '',
  createHoistableInstance: 'null',
  preload: '',
  preloadModule: '',
  preinitStyle: '',
  preinitScript: '',
  preinitModuleScript: '',
  preconnectAs: '',
  resolveSingletonInstance: 'null',
  commitHostSingletonAcquisition: '',
  releaseSingletonInstance: '',
  clearContainerSparingly: '',
  // Actions, transitions and optimistic state
  mountActionState: 'null',
  updateActionState: 'null',
  rerenderActionState: 'null',
  startHostTransition: '',
  startTransition: '',
  requestFormReset: '',
  requestFormReset$1: '',
  updateOptimisticImpl: 'null',
  dispatchOptimisticSetState: '',
  useMemoCache: 'null',
  defaultOnDefaultTransitionIndicator: '',
  // Refs to fragments
  commitNewChildToFragmentInstances: '',
  commitFragmentInstanceInsertionEffects: '',
  commitFragmentInstanceDeletionEffects: '',
  addFragmentHandleToFiber: '',
  addFragmentHandleToInstance: '',
  commitNewChildToFragmentInstance: '',
  deleteChildFromFragmentInstance: '',
  // Events that nothing listens for
  constructSelectEvent: '',
  getNativeBeforeInputChars: 'null',
  getFallbackBeforeInputChars: 'null',
  // The stack of components in the report of an error
  describeNativeComponentFrame: '""',
}

/** Statements for what is not used: they begin so. */
const UNUSED_ASSIGNMENTS = [
  'exports.hydrateRoot',
  'ReactDOMHydrationRoot.prototype.unstable_scheduleHydration',
  'FragmentInstance.prototype',
  'ViewTransitionPseudoElement.prototype',
  'ReactDOMSharedInternals.findDOMNode',
  // Browser tools for React, which could not read what the widget keeps in its properties
  'if ("undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__)',
]

/**
 * Leaves out of the bundle what the widget does not use of react-dom: a seventh of the whole script. The version is
 * pinned and every name must be found, so a new version of React cannot slip past this table; that the widget's own code
 * keeps away from these features is a test (tests/architecture/react-features).
 * @returns {import('vite').Plugin}
 */
export function slimReact() {
  return {
    name: 'slim-react',
    transform(code, id) {
      if (id.endsWith('/react-dom-client.production.js')) return withoutUnused(code, this.parse(code))
      const file = Object.keys(KEPT_EXPORTS).find((one) => id.endsWith(`/${one}`))
      return file ? withExports(code, this.parse(code), KEPT_EXPORTS[file]) : null
    },
  }
}

/**
 * @param {string} code
 * @param {{ body: any[] }} program
 */
export function withoutUnused(code, program, unused = UNUSED, assignments = UNUSED_ASSIGNMENTS) {
  const text = new MagicString(code)
  const missing = new Set([...Object.keys(unused), ...assignments])
  for (const statement of program.body) {
    const name = statement.type === 'FunctionDeclaration' ? statement.id.name : null
    if (name !== null && Object.hasOwn(unused, name)) {
      missing.delete(name)
      const answer = unused[name]
      text.overwrite(statement.body.start, statement.body.end, answer ? `{ return ${answer} }` : '{}')
    }
    const assigned = assignments.find((start) => code.startsWith(start, statement.start))
    if (assigned === undefined) continue
    missing.delete(assigned)
    text.remove(statement.start, statement.end)
  }
  if (missing.size > 0) throw new Error(`react-dom no longer has ${[...missing].join(', ')}: look at slim-react.mjs.`)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}
