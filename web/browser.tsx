import { useEffect, type ComponentType, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import './styles/all.css'
// Only the server renders the grid (web/as-served.tsx).
import './ui/product/product-grid.module.css'
import { endEarlyTaps, repeatEarlyUse } from './early-use.ts'
import { loadInTime } from './load-in-time.ts'
import type { FrameProps } from './page.ts'
import { charging } from '#domain/charged-currency.ts'
import { brand } from '#words/en/frame.ts'
import { ShopName } from './ui/shop-name.ts'
import { keepCurrencyInStep } from './visitor/currency-in-step.ts'

/** The one browser entry: loads the code of the screen that the server rendered, and hydrates it. */
const page = document.getElementById('page')
const data = document.getElementById('page-data')
const address = data?.dataset['code']

if (page && data && address) {
  const { default: Screen } = await loadInTime<{ default: ComponentType<object> }>(
    () => import(/* @vite-ignore */ address),
  )
  Object.assign(charging, JSON.parse(data.dataset['charged'] ?? '{}'))
  const props = JSON.parse(data.textContent) as { frame?: FrameProps }
  endEarlyTaps()
  hydrateRoot(
    page,
    <Hydrated>
      <ShopName value={data.dataset['shop'] ?? brand}>
        <Screen {...props} />
      </ShopName>
    </Hydrated>,
  )
  if (props.frame) keepCurrencyInStep(props.frame.currency)
}

/** Marks the document once every control listens, for tests and tools that must not press one too early. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    repeatEarlyUse()
  }, [])
  return children
}
