import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#config'
import { cents } from '#domain/money.ts'
import type { Connected } from '#providers/connection.ts'
import type { PaymentGateway } from '#providers/payments/payment-gateway.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { StripeServer } from '#test/fakes/stripe-server.ts'

const KEY = 'sk_test_3iYUo8rCqP1x'

let server: StripeServer
let gateway: PaymentGateway & Connected
let said: (string | null)[]

beforeEach(async () => {
  said = []
  server = new StripeServer()
  await server.open()
  const config = readConfig({
    STRIPE_SECRET_KEY: KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: server.base,
  })
  const report = { worked: () => void said.push(null), failed: (words: string) => void said.push(words) }
  gateway = (await config.gateway?.open(report))!
})
afterEach(() => server.close())

const tryOut = () => gateway.connection?.tryOut({ email: 'ada@shop.example' })

test('Stripe is tried by reading a payment that does not exist', async () => {
  expect(await tryOut()).toBe('Stripe lets the shop read payments, in test mode.')
  expect(gateway.connection).toMatchObject({ need: 'payments', supplier: 'Stripe' })
})

test('calls that go well are reported, and so is a refusal, which Stripe gave', async () => {
  const { id } = await gateway.createIntent({ orderId: 'a', amount: cents(100_00), idempotencyKey: 'a-1' })
  await expect(
    gateway.refund({ intentId: id, amount: cents(100_00), idempotencyKey: 'refund-1' }),
  ).rejects.toThrow('Stripe:')
  expect(said).toEqual([null, null])
})

test('a Stripe that is away is reported, and said by a try, without the key', async () => {
  await server.close()
  await expect(gateway.findIntent('pi_1')).rejects.toThrow('Stripe:')
  expect(said).toEqual([expect.stringMatching(/^Stripe: An error occurred with our connection/)])
  const error: unknown = await tryOut()?.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SupplierError)
  expect(String(error)).not.toContain(KEY)
})
