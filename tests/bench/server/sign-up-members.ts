import { emailOf } from './contender'
import type { LoadRequest } from './contender'
import { MEMBERS } from './server-budgets'

/** The requests that each server needs. */
export interface Requests {
  signUp(email: string): LoadRequest
  signIn(email: string): LoadRequest
  /** The session read of the member in this sign-up response. */
  read(signedUp: Response): Promise<LoadRequest>
}

/** Concurrent sign-ups: as many as both servers hash in parallel. */
const TOGETHER = 2

/** Signs up all members through the server. @returns the requests of the load */
export async function signUpMembers(
  url: string,
  requests: Requests,
): Promise<{ reads: LoadRequest[]; signIns: LoadRequest[] }> {
  const emails = Array.from({ length: MEMBERS }, (_, member) => emailOf(member))
  const reads: LoadRequest[] = []
  const waiting = emails.values()
  const work = async () => {
    for (const email of waiting) reads.push(await requests.read(await send(url, requests.signUp(email))))
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return { reads, signIns: emails.map((email) => requests.signIn(email)) }
}

/** @throws Error if the response is not successful */
export async function send(url: string, { path, method, headers, body }: LoadRequest): Promise<Response> {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
  return response
}
