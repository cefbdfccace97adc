export interface NewMember {
  email: string
  password: string
  customFields?: Record<string, string>
  /** Free plans. */
  plans?: { planId: string }[]
  inviteToken?: string
  /** Of the visit. */
  conversionData?: { utmParams: { campaign: string } }
}

/**
 * Signs up by the API.
 * @param api origin of the API
 * @returns the session token
 */
export async function signUp(api: string, member: NewMember, app = 'app_demo'): Promise<string> {
  const answer = await fetch(`${api}/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-APP-ID': app },
    body: JSON.stringify(member),
  })
  if (!answer.ok) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`)
  const body: { data: { tokens: { accessToken: string } } } = await answer.json()
  return body.data.tokens.accessToken
}

/** Logs in like the member. @returns the status, and the session token: empty if it is refused */
export async function logInByApi(
  api: string,
  member: { email: string; password: string },
): Promise<{ status: number; token: string }> {
  const answer = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' },
    body: JSON.stringify(member),
  })
  return { status: answer.status, token: answer.ok ? (await answer.json()).data.tokens.accessToken : '' }
}

/** The secret of the invite link. @param token session of the team's owner */
export async function inviteTokenOf(api: string, token: string): Promise<string> {
  const headers = { 'X-APP-ID': 'app_demo', Authorization: `Bearer ${token}` }
  const ask = async <T>(path: string): Promise<T> => {
    const answer: { data: T } = await (await fetch(api + path, { headers })).json()
    return answer.data
  }
  const member = await ask<{ teams: { ownedTeams: { teamId: string }[] } }>('/member')
  const team = await ask<{ inviteToken: string }>(`/member/team/${member.teams.ownedTeams[0]?.teamId}`)
  return team.inviteToken
}
