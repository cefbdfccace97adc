import { run as serve } from '../serve/run-serve.mjs'

/**
 * `npm run start:production`: serves what is built to others. It installs and builds nothing, and starts only when no setting
 * is left that is for development.
 * @returns {Promise<number | void>} 1 when it could not start; else it runs until a signal
 */
export async function run() {
  process.env['NODE_ENV'] = 'production'
  return serve({ production: true })
}
