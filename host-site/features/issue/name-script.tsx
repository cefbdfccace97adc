import { isInDrawnScript } from '../../../contract/drawn-scripts'

/** Said before the payment and beside the name's field. Nothing for names that certificates and pictures can show. */
export const NameScriptNote = ({ name }: { name: string }) =>
  isInDrawnScript(name) ? null : (
    <p className="notice">
      The PDF and the pictures of a TrustTag cannot show the script of {name}. They show the link to its page instead,
      which has the name. You may also enter another spelling of your name.
    </p>
  )
