import Barcode from '#web/ui/barcode.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import Button from '#web/ui/button.tsx'
import EmailSuggestion from '#web/ui/email-suggestion.tsx'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import LinkButton from '#web/ui/link-button.tsx'
import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import Notice from '#web/ui/notice.tsx'
import { policySections } from '#domain/settings/policies.ts'
import { PolicyLines } from '#web/ui/policy-lines.tsx'
import PolicyText from '#web/ui/policy-text.tsx'
import ProseSection from '#web/ui/prose.tsx'
import Spinner from '#web/ui/spinner.tsx'
import Wordmark from '#web/ui/wordmark.tsx'
import type { Exhibit, State } from './exhibit.ts'
import { LONG_NAME, LONG_TEXT } from './samples.ts'
import { useEffect } from 'react'
import { showToast, ToastRegion, type ToastKind } from '#web/ui/toast.tsx'

const AN_HOUR_MS = 3_600_000

const TONES = ['ink', 'red', 'plain'] as const
const none = () => {}
const loadSpinner = () => import('#web/ui/spinner.tsx')

const buttonStates = TONES.flatMap((tone): State[] => [
  { name: tone, show: <Button tone={tone}>Add to cart</Button> },
  { name: `${tone} hover`, look: 'hover', show: <Button tone={tone}>Add to cart</Button> },
  { name: `${tone} focus`, look: 'focus', show: <Button tone={tone}>Add to cart</Button> },
  {
    name: `${tone} disabled`,
    show: (
      <Button tone={tone} disabled>
        Add to cart
      </Button>
    ),
  },
  {
    name: `${tone} busy`,
    show: (
      <Button tone={tone} disabled aria-busy="true">
        Processing...
      </Button>
    ),
  },
  { name: `${tone} very long`, show: <Button tone={tone}>{LONG_NAME}</Button> },
])

const linkStates = TONES.flatMap((tone): State[] => {
  const link = (
    <LinkButton tone={tone} href="#top">
      Shop our products
    </LinkButton>
  )
  return [
    { name: tone, show: link },
    { name: `${tone} hover`, look: 'hover', show: link },
    { name: `${tone} focus`, look: 'focus', show: link },
  ]
})

export const UI_EXHIBITS: Exhibit[] = [
  { of: 'web/ui/button', states: buttonStates },
  { of: 'web/ui/link-button', states: linkStates },
  {
    of: 'web/ui/icon',
    states: Object.entries(icons).map(([name, path]) => ({ name, show: <Icon path={path} /> })),
  },
  {
    of: 'web/ui/wordmark',
    states: [{ name: 'in the width it is given', show: <Wordmark /> }],
  },
  {
    of: 'web/ui/breadcrumb',
    states: [
      {
        name: 'two steps',
        show: <Breadcrumb trail={[{ label: 'Home', href: '#top' }, { label: 'Shop All' }]} />,
      },
      {
        name: 'hover',
        look: 'hover',
        show: <Breadcrumb trail={[{ label: 'HOME', href: '#top' }, { label: 'CART' }]} />,
      },
      {
        name: 'very long',
        show: (
          <Breadcrumb
            trail={[{ label: 'HOME', href: '#top' }, { label: 'CART', href: '#top' }, { label: LONG_NAME }]}
          />
        ),
      },
    ],
  },
  {
    of: 'web/ui/email-suggestion',
    states: [
      { name: 'of a slip of the keys', show: <EmailSuggestion email="ada@gmial.com" onChoose={none} /> },
      { name: 'of a good address', show: <EmailSuggestion email="ada@gmail.com" onChoose={none} /> },
    ],
  },
  {
    of: 'web/ui/barcode',
    states: [
      {
        name: 'of a slip',
        show: <Barcode label="Barcode" view={{ modules: 8, path: 'M1 0h1v1h-1zM3 0h3v1h-3z' }} />,
      },
    ],
  },
  {
    of: 'web/ui/notice',
    states: [
      { name: 'calm', show: <Notice>Wears Red Hoodie now costs $120.00 instead of $118.00.</Notice> },
      { name: 'urgent', show: <Notice urgent>Emblem Tee is no longer available and was removed.</Notice> },
      { name: 'very long', show: <Notice>{LONG_TEXT}</Notice> },
    ],
  },
  {
    of: 'web/ui/spinner',
    states: [{ name: 'turning', show: <Spinner label="Loading products" /> }],
  },
  {
    of: 'web/ui/loaded-on-demand',
    states: [
      {
        name: 'not wanted yet',
        show: <LoadedOnDemand load={loadSpinner} wanted={false} onFailure={none} own={{}} />,
      },
      {
        name: 'wanted',
        show: <LoadedOnDemand load={loadSpinner} wanted onFailure={none} own={{ label: 'It has come' }} />,
      },
    ],
  },
  {
    of: 'web/ui/toast',
    states: [
      {
        name: 'success',
        alone: true,
        show: <SampleToast kind="success" text="Wears Red Hoodie (Size: M) added to cart!" />,
      },
      {
        name: 'error',
        alone: true,
        show: <SampleToast kind="error" text="Failed to send message. Please try again later." />,
      },
      { name: 'very long', alone: true, show: <SampleToast kind="error" text={LONG_TEXT} /> },
    ],
  },
  {
    of: 'web/ui/policy-text',
    states: [
      {
        name: 'text with a heading, a list and an address',
        wide: true,
        show: (
          <PolicyText
            sections={policySections(
              '# Questions\n\nWrite to hello@redemption.example.\n\n- Orders\n- Deliveries',
            )}
          />
        ),
      },
    ],
  },
  {
    of: 'web/ui/policy-lines',
    states: [
      {
        name: 'bold words, a link and an address',
        wide: true,
        show: (
          <PolicyLines text={'**Heavy** cotton, see [the shop](/shop).\nAsk hello@redemption.example.'} />
        ),
      },
    ],
  },
  {
    of: 'web/ui/prose',
    states: [
      {
        name: 'text and a list',
        wide: true,
        show: (
          <ProseSection heading="What we collect">
            <p>Your name and address, so that a parcel finds you.</p>
            <ul>
              <li>Name and email</li>
              <li>Shipping and billing address</li>
            </ul>
          </ProseSection>
        ),
      },
    ],
  },
]

/** A toast that stays long enough to be seen. */
function SampleToast({ kind, text }: { kind: ToastKind; text: string }) {
  useEffect(() => showToast(kind, text, AN_HOUR_MS), [kind, text])
  return <ToastRegion />
}
