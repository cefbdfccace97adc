import { pino, stdTimeFunctions } from 'pino'
import type { Logger } from 'pino'
import type { Config } from '../../config'
import { scrubLine } from './scrub-line'

/**
 * The log: JSON lines on standard output, times in UTC. What it is told is chosen where it is written: names, IDs and
 * reasons. What a library may have put into the sentence of an error is taken out of the whole line.
 */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: logLevel, timestamp: stdTimeFunctions.isoTime, hooks: { streamWrite: scrubLine } })
