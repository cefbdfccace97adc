import { Link } from 'wouter'
import { routes } from '../paths'
import { Icon } from './icon'

/** The claim, and the way to what stands behind it: the words never stand anywhere without this link. */
export function BlockchainSecured() {
  return (
    <Link className="claim-link" href={routes.transparency.path}>
      <Icon name="shield" size={20} />
      Blockchain secured
    </Link>
  )
}
