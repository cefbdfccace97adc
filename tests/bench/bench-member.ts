import { attributePage } from './attribute-page'

/** Signs up a member; returns the session token as a browser would have stored it. */
export async function signUpBenchMember(apiUrl: string): Promise<string> {
  const response = await fetch(`${apiUrl}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'pk_sb_demo' },
    body: JSON.stringify({
      email: 'ada@example.com',
      password: 'only for the bench',
      customFields: { 'first-name': attributePage.firstName, 'last-name': 'Lovelace', company: 'Analytical' },
    }),
  })
  const answer: { data?: { tokens?: { accessToken?: string } } } = await response.json()
  const token = answer.data?.tokens?.accessToken
  if (!token) throw new Error(`The bench could not sign up its member: ${response.status}`)
  return token
}
