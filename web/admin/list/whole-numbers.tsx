import { Fragment } from 'react'
import { ORDER_NUMBERS_IN_TEXT } from '#domain/orders/order.ts'
import inbox from './inbox.module.css'

/** A text in which the numbers of orders are never broken at their hyphens. */
export default function WholeNumbers({ text }: { text: string }) {
  const numbers = [...text.matchAll(ORDER_NUMBERS_IN_TEXT)].map(({ 0: number, index }) => ({ number, index }))
  const endOf = (at: number) => {
    const found = numbers[at]
    return found ? found.index + found.number.length : 0
  }
  return (
    <>
      {numbers.map(({ number, index }, at) => (
        <Fragment key={index}>
          {text.slice(endOf(at - 1), index)}
          <span className={inbox.whole}>{number}</span>
        </Fragment>
      ))}
      {text.slice(endOf(numbers.length - 1))}
    </>
  )
}
