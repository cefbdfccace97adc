import { fileURLToPath } from 'node:url'

/** The path of a folder that is given as a path or a file URL. */
export const pathOf = (folder: string | URL): string => (typeof folder === 'string' ? folder : fileURLToPath(folder))
