import { base64 } from '@scure/base'
import { atom } from 'nanostores'

/** Uses one package; the other one is tree-shaken. */
export const kept = atom(1)

const unused = (): string => base64.encode(new Uint8Array())
void unused
