/**
 * Functions of react-dom that the widget needs for nothing but an answer, or not even for one: function → what it answers
 * instead. What only these were calling goes with them, and so does what the facts (react-facts.mjs) make unreachable.
 * @type {Readonly<Record<string, string>>}
 */
export const REACT_ANSWERS = {
  // Hydration of markup that a server rendered
  popHydrationState: 'false',
  upgradeHydrationErrorsToRecoverable: 'null',
  popTreeContext: '',
  clearContainerSparingly: '',
  getParentHydrationBoundary: 'null',
  // View transitions
  trackEnterViewTransitions: '',
  commitExitViewTransitions: '',
  commitNestedViewTransitions: '',
  // Promises as children, in `use` and in `lazy`: nothing waits
  unwrapThenable: 'null',
  attachPingListener: '',
  renderDidSuspendDelayIfPossible: '',
  preloadInstanceAndSuspendIfNeeded: '',
  completeRootWhenReady: 'completeRoot(root, finishedWork, lanes, recoverableErrors, null, false, 0, updatedLanes, 0)',
  // Transitions: all that is drawn is drawn at once, in one go
  renderRootConcurrent: 'renderRootSync(root, lanes, true)',
  isRenderConsistentWithExternalStores: 'true',
  pushStoreConsistencyCheck: '',
  checkIfRootIsPrerendering: 'false',
  entangleAsyncAction: '',
  entangleTransitions: '',
  entangleTransitionUpdate: '',
  getEntangledLanes: 'renderLanes',
  getHighestPriorityLanes: 'lanes & 42 || lanes & -lanes',
  markSpawnedDeferredLane: '',
  computeExpirationTime: '-1',
  defaultOnDefaultTransitionIndicator: '',
  // The cache of server components
  createCache: '{ refCount: 0 }',
  releaseCache: '',
  releaseRootPooledCache: '',
  // Class components that do more than catch errors
  resolveClassComponentProps: 'baseProps',
  checkShouldComponentUpdate: 'true',
  applyDerivedStateFromProps: '',
  // Elements of the head, form actions, refs to fragments, custom elements, children that are not in an array
  isHostHoistableType: 'false',
  getHoistableRoot: 'null',
  extractEvents$1: '',
  commitNewChildToFragmentInstances: '',
  commitFragmentInstanceDeletionEffects: '',
  isFragmentInstanceParent: 'false',
  isCustomElement: 'false',
  isAttributeNameSafe: 'true',
  getIteratorFn: 'null',
  // Frames, old browsers, and what is selected in a field that is moved about: it keeps that itself
  getActiveElementDeep: 'containerInfo.ownerDocument.activeElement',
  containsNode: 'outerNode.contains(innerNode)',
  hasSelectionCapabilities: 'false',
  // Events that have to wait for hydration
  dispatchEvent:
    '_enabled && (findInstanceBlockingEvent(nativeEvent), dispatchEventForPluginEventSystem(domEventName, eventSystemFlags, nativeEvent, return_targetInst, targetContainer))',
  // The stack of components in the report of an error
  getStackByFiberInDevAndProd: '""',
}

/** The same of its scheduler: nothing is scheduled for later. @type {Readonly<Record<string, string>>} */
export const SCHEDULER_ANSWERS = { advanceTimers: '', handleTimeout: '', requestHostTimeout: '' }
