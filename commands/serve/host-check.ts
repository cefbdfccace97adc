import { isLoopback } from '../../api/lib/text'

/**
 * Which host names a server answers for: the one of its public address, and those that only lead from this machine to itself,
 * such as `live.localhost` or what a proxy on the same machine sends.
 * @param publicUrl as the world knows the server
 */
export function hostCheck(publicUrl: string): (hostname: string) => boolean {
  const own = new URL(publicUrl).hostname
  return (hostname) => hostname === own || isLoopback(hostname)
}
