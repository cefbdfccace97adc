import type { CallFailure } from '../../lib/site-api'
import { waitText } from '../assessment/texts'

export const workSampleTexts = {
  offline: 'The server cannot be reached. It goes on by itself as soon as it can.',
  trouble: 'The server cannot take it right now. It goes on by itself.',
  unreadable: 'Your device does not let this page read the file any more. Please remove it here and choose it again.',
  removed: 'This file was removed somewhere else while it was sent.',
  notListed: 'The list of your files could not be loaded.',
  notRemoved: 'This file could not be removed. Please try again.',
  noLink: 'This file could not be opened. Please try again.',
  other: 'This is not the file that was begun. Choose that one, or remove it here and add the new one.',
  twice: 'This file is in the list already.',
  failed: 'This file could not be uploaded. Please try again.',
} as const

/** What a file that waits waits for. */
export function pauseText({ code, retryAfterSeconds }: CallFailure): string {
  if (code === '') return workSampleTexts.offline
  if (retryAfterSeconds === null || retryAfterSeconds < 60) return workSampleTexts.trouble
  return `The server takes no more files for now. It goes on by itself in ${waitText(retryAfterSeconds)}.`
}
