/** Budgets of the widget and of the TrustTag check in a browser. The size test and `npm run bench` read them here. */
export const budgets = {
  /**
   * All of membership.js with React and the inspector, gzip -9. The design allows 185 kB, which is missed since two-step
   * verification, login links and recovery are in (docs/decisions/widget.md): this guards against more.
   */
  bundleGzipBytes: 193_300,
  /** The same without react, react-dom and scheduler. The design allows 120 kB. */
  ownGzipBytes: 126_000,
  /** Script time at page load with nothing opened, as a multiple of the platform calls alone in the same run. */
  scriptAtLoadRatio: 2.1,
  /** Time by which tasks at page load exceed 50 ms each, in milliseconds. */
  blockingAtLoadMs: 0,
  /** Live heap after page load over that of an empty page, as a share of eager React's. */
  heapRatio: 0.6,
  /** Click → usable form with a prepared login, as a multiple of the fastest peer's in the same run. */
  warmClickRatio: 1.6,
  /** Click → usable form that nothing prepared, as a multiple of lazily evaluated bare React's in the same run. */
  coldClickRatio: 2.5,
  /** Script time of a page of 10,000 elements until its 1,000 attributes are mounted, as a multiple of Alpine.js's. */
  attributeMountRatio: 1.5,
  /** How long the insertion of such content blocks a running page, as a multiple of Alpine.js's. */
  insertionRatio: 1,
  /** The longest task while the inspector checks a page of 10,000 elements, in milliseconds. */
  inspectorSliceMs: 50,
  /** Main-thread time of that check, as a share of axe-core's on the same page. */
  inspectorScanRatio: 1,
  /** All script that the page /verify loads to check a TrustTag, before the optional full standards check, gzip. */
  tagCheckGzipBytes: 15_000,
} as const

/** How much slower a mid-range phone is than the measuring machine. */
export const CPU_THROTTLE = 4

/** Round trips of a phone, near and far. */
export const LATENCIES_MS = [150, 300] as const

export const DEFAULT_ROUNDS = 15
