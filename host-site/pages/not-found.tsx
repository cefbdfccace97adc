import { MissingPage } from '../features/missing-page'

export function NotFoundPage() {
  return <MissingPage />
}
