import { useState } from 'react'
import type { Finding } from './finding'

type State = 'idle' | 'checking' | 'passed' | 'failed' | 'unloaded'

const texts: Readonly<Record<Exclude<State, 'idle'>, string>> = {
  checking: 'Checking…',
  passed:
    'Passed. Its second signature (eddsa-rdfc-2022) is right too, checked with the library that other badge readers use, against the published Open Badges 3.0 vocabulary.',
  failed: 'Failed. Its second signature (eddsa-rdfc-2022) is not right. Do not rely on this TrustTag.',
  unloaded: 'The script for this check could not be loaded. This says nothing about the TrustTag.',
}

/** The check that other Open Badges readers make: seldom wanted, and ten times the script. */
export function FullCheck({ finding: { evidence, trust } }: { finding: Finding }) {
  const [state, setState] = useState<{ of: unknown; is: State }>({ of: null, is: 'idle' })
  // What was found out about another TrustTag says nothing about this one.
  const is = state.of === evidence.credential ? state.is : 'idle'

  async function check() {
    const of = evidence.credential
    if (is === 'checking') return
    setState({ of, is: 'checking' })
    try {
      const { checkByStandard } = await import('./check-by-standard')
      setState({ of, is: (await checkByStandard(of, trust)) ? 'passed' : 'failed' })
    } catch {
      setState({ of, is: 'unloaded' })
    }
  }

  return (
    <div className="full-check">
      <h4>Full standards check</h4>
      <p>
        The checks above read the first signature and the log. This one reads the second signature as any Open Badges
        3.0 reader does. It loads about 60 kB of script and sends nothing.
      </p>
      <button
        type="button"
        className="button quiet no-print"
        aria-disabled={is === 'checking' || undefined}
        onClick={() => void check()}
      >
        Run the full standards check
      </button>
      <output className="notice" data-outcome={is}>
        {is === 'idle' ? '' : texts[is]}
      </output>
    </div>
  )
}
