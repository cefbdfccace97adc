import { version } from '../../package.json'

/** The product's version, as the immutable address of the widget carries it. */
export const packageVersion: string = version
