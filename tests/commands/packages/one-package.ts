import { base64 } from '@scure/base'
import { atom } from 'nanostores'

/** Uses one package, and another only where nothing comes of it. */
export const kept = atom(1)

const unused = (): string => base64.encode(new Uint8Array())
void unused
