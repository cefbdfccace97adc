import { version } from '../../package.json'

/** Part of the widget's immutable URL. */
export const packageVersion: string = version
