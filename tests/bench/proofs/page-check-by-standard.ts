/** In a browser: the full JSON-LD check that /verify offers, by a third-party library. */
import { readTrust } from '../../../contract/credential/read-trust'
import { parseJson } from '../../../contract/credential/parse-json'
import { checkByStandard } from '../../../contract/credential/check-by-standard'
import type { PageInput } from './measure-browser'

const check = ({ credential, trust }: PageInput): Promise<boolean> =>
  checkByStandard(parseJson(credential), readTrust(trust))
Object.assign(globalThis, { check })
