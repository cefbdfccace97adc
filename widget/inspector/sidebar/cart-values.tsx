import { useStore } from '@nanostores/react'
import { useSidebar } from './sidebar-context'
import { ValueBox } from './value-box'

/** What this tab keeps until somebody logs in. */
export function CartValues() {
  const cart = useStore(useSidebar().store.cartData)
  return (
    cart && (
      <>
        {cart.price && <ValueBox label="Price" value={cart.price} />}
        {cart.plans.map((plan) => (
          <ValueBox key={plan} label="Plan" value={plan} />
        ))}
        {cart.coupon && <ValueBox label="Coupon" value={cart.coupon} />}
        <ValueBox label="Takes the place of other plans" value={cart.price ? cart.swapsPrice : cart.swapsPlans} />
      </>
    )
  )
}
