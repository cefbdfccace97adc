import type { Answer } from '../../../contract/schemas'
import { beginPurchase } from '../../domain/payments/begin-purchase'
import type { BuyInput, BuyRequest, BuyServices } from '../../domain/payments/begin-purchase'

/** Begins a purchase: answers where to pay. @throws ApiError as `beginPurchase` */
export async function createCheckoutSession(
  services: BuyServices,
  request: BuyRequest,
  input: BuyInput,
): Promise<Answer<'createCheckoutSession'>> {
  return { data: { url: await beginPurchase(services, request, input) } }
}
