/** One request of the load. */
export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** A measured server, with its members in its database. */
export interface Contender {
  name: string
  url: string
  pid: number
  /** Session reads, one per member. */
  reads: readonly LoadRequest[]
  /** Password logins, one per member; empty if the server has none. */
  signIns: readonly LoadRequest[]
  /** Disk bytes per member; null if none was signed up. */
  bytesPerMember: number | null
  /** Resident memory right after the start, in bytes. */
  restBytes: number
  stop(): Promise<void>
}

/** The email addresses of the members. */
export const emailOf = (member: number): string => `member-${member}@bench.example`
