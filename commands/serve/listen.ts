import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { ConfigError } from '../../api/config'

/** A server that accepts connections. */
export interface Listening {
  /** Stops accepting, lets requests in flight finish until the deadline, then cuts what is left. */
  close(deadlineMs: number): Promise<void>
}

/**
 * Starts a server.
 * @param app what answers
 * @param at `variable` is the environment variable that chooses the port, for the sentence on a failure
 * @throws {ConfigError} when the port cannot be used; the message is one line
 */
export function listen(app: Hono, at: { host: string; port: number; variable: string }): Promise<Listening> {
  const listener = getRequestListener(app.fetch)
  return new Promise((resolve, reject) => {
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
    server.once('error', (error: NodeJS.ErrnoException) => reject(new ConfigError(sentence(error, at))))
    server.listen(at.port, at.host, () => resolve({ close: (deadlineMs) => closeServer(server, deadlineMs) }))
  })
}

function sentence(error: NodeJS.ErrnoException, at: { host: string; port: number; variable: string }): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${at.port} is already in use. Stop what uses it, or choose another port with ${at.variable}.`
  if (error.code === 'EACCES')
    return `Port ${at.port} may not be opened by this user. Choose another with ${at.variable}.`
  if (error.code === 'EADDRNOTAVAIL') return `This machine has no address ${at.host}. Check HOST.`
  return `Port ${at.port} (${at.variable}) cannot be opened: ${error.message}`
}

function closeServer(server: Server, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), deadlineMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
