import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { routes } from '../paths'
import { Page } from '../ui/page'

/** @param children suggestions */
export function MissingPage({ children }: { children?: ReactNode }) {
  return (
    <Page
      {...routes.notFound}
      drawing="lost"
      action={
        <p className="actions">
          <Link className="button" href={routes.home.path}>
            Return Home
          </Link>
          <button type="button" className="button quiet needs-script" onClick={() => history.back()}>
            Go Back
          </button>
        </p>
      }
    >
      {children}
    </Page>
  )
}
