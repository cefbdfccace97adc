/** One request as the load sends it. */
export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** A server that is measured, with its members already in its database. */
export interface Contender {
  name: string
  url: string
  pid: number
  /** Session reads, one for each member. */
  reads: readonly LoadRequest[]
  /** Sign-ins with a password, one for each member; empty where the server has none. */
  signIns: readonly LoadRequest[]
  /** What a member costs on the disk; null where nobody was signed up. */
  bytesPerMember: number | null
  /** Resident memory right after the start, in bytes. */
  restBytes: number
  stop(): Promise<void>
}

/** The addresses that members are signed up with. */
export const emailOf = (member: number): string => `member-${member}@bench.example`
