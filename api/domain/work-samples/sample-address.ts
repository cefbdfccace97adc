import type { PublicUrls } from '../../ports/services'

/** Path under which work samples are shown for a short time. */
export const SAMPLES_PATH = '/work-samples/'

export const sampleAddress = ({ api }: Pick<PublicUrls, 'api'>, token: string): string => api + SAMPLES_PATH + token
