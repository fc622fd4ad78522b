import type { ComponentType } from 'react'
import type { CardBoxProps } from './card-box.ts'
import TestCardBox from './test-gateway/test-card-box.tsx'

type CardBoxComponent = ComponentType<CardBoxProps>

/** A card box that is part of the page, or one whose code is loaded only in a shop that uses it. */
type CardBoxSource = { component: CardBoxComponent } | { load(): Promise<{ default: CardBoxComponent }> }

/** The card box of every gateway, by the gateway's name. */
export const CARD_BOXES: Readonly<Record<string, CardBoxSource>> = {
  test: { component: TestCardBox },
  stripe: { load: () => import('./stripe/stripe-card-box.tsx') },
}
