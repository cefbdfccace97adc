import { startProduct } from '../support/start-product'

/** Playwright's global set-up: tests get the URLs from the environment, see `tests/support/product-urls`. */
export default async function startProductOnce(): Promise<() => Promise<void>> {
  const product = await startProduct()
  process.env['PRODUCT_URLS'] = JSON.stringify(product.urls)
  process.env['PRODUCT_DATA_DIR'] = product.dataDir
  return () => product.stop()
}
