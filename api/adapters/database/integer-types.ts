import { types } from 'pg'
import type { CustomTypesConfig } from 'pg'

/** How a client of PostgreSQL reads whole numbers: it would give those of 8 bytes as text. */
export const integersAs = (read: (text: string) => number | bigint): CustomTypesConfig => ({
  getTypeParser: (type, format) => {
    if (type === types.builtins.INT8 || type === types.builtins.INT4) return read
    return format === 'binary' ? types.getTypeParser(type, 'binary') : types.getTypeParser(type, 'text')
  },
})
