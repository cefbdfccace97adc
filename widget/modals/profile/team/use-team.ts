import { useEffect, useState } from 'react'
import type { Team } from '../../../../contract/team'
import { errorText } from '../../../lib/errors'
import type { MembershipClient } from '../../../public'

export interface TeamState {
  /** Null until the server has answered. */
  team: Team | null
  /** Why it could not be had; null when nothing is wrong. */
  problem: string | null
  retry: () => void
  /** From now on the team is like this: the server has said so. */
  change: (next: (now: Team) => Partial<Team>) => void
}

/** A team as its owner reads it. */
export function useTeam(client: MembershipClient, teamId: string): TeamState {
  const [team, setTeam] = useState<Team | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const wanted = !team && problem === null
  useEffect(() => {
    let stays = wanted
    if (wanted) {
      client.getTeam({ teamId }).then(
        ({ data }) => stays && setTeam(data),
        (reason: unknown) => stays && setProblem(errorText(reason)),
      )
    }
    return () => {
      stays = false
    }
  }, [client, teamId, wanted])
  return {
    team,
    problem,
    retry: () => setProblem(null),
    change: (next) => setTeam((now) => now && { ...now, ...next(now) }),
  }
}
