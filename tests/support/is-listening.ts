import { connect } from 'node:net'

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (yes: boolean) => () => {
      socket.destroy()
      resolve(yes)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })
}
