import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import QuantityStepper from '#web/ui/quantity-stepper.tsx'
import Select from '#web/ui/select.tsx'
import TextArea from '#web/ui/text-area.tsx'
import type { Exhibit } from './exhibit.ts'
import { LONG_NAME, LONG_TEXT } from './samples.ts'

const COUNTRIES = ['Canada', 'Nigeria', 'United Kingdom']
const countries = COUNTRIES.map((name) => <option key={name}>{name}</option>)
const stay = () => {}

export const FIELDS: Exhibit[] = [
  {
    of: 'web/ui/field',
    states: [
      { name: 'empty', show: <Field label="Full name" /> },
      { name: 'placeholder', show: <Field label="Search" placeholder="Name or email" /> },
      { name: 'hover', look: 'hover', show: <Field label="Full name" /> },
      { name: 'focus', look: 'focus', show: <Field label="Full name" defaultValue="Sam Okafor" /> },
      { name: 'hint', show: <Field label="Postal code" hint="As your post office writes it" /> },
      {
        name: 'error',
        show: <Field label="Email" defaultValue="sam@" error="Please enter a valid email address!" />,
      },
      {
        name: 'hint and error',
        show: <Field label="Postal code" hint="As your post office writes it" error="Enter a postal code." />,
      },
      { name: 'disabled', show: <Field label="Full name" disabled defaultValue="Sam Okafor" /> },
      {
        name: 'very long',
        show: <Field label={LONG_NAME} defaultValue={LONG_NAME} hint={LONG_TEXT} error={LONG_TEXT} />,
      },
    ],
  },
  {
    of: 'web/ui/select',
    states: [
      { name: 'chosen', show: <Select label="Country">{countries}</Select> },
      {
        name: 'focus',
        look: 'focus',
        show: <Select label="Country">{countries}</Select>,
      },
      {
        name: 'error',
        show: (
          <Select label="Province" error="Choose a province.">
            <option value="">Choose</option>
          </Select>
        ),
      },
      {
        name: 'disabled',
        show: (
          <Select label="Country" disabled>
            {countries}
          </Select>
        ),
      },
      {
        name: 'very long',
        show: (
          <Select label="Product">
            <option>{LONG_NAME}</option>
          </Select>
        ),
      },
    ],
  },
  {
    of: 'web/ui/checkbox',
    states: [
      { name: 'off', show: <Checkbox>Show archived</Checkbox> },
      { name: 'on', show: <Checkbox defaultChecked>Show archived</Checkbox> },
      { name: 'focus', look: 'focus', show: <Checkbox>Show archived</Checkbox> },
      { name: 'disabled', show: <Checkbox disabled>Show archived</Checkbox> },
      { name: 'very long', show: <Checkbox>{LONG_TEXT}</Checkbox> },
    ],
  },
  {
    of: 'web/ui/text-area',
    states: [
      { name: 'empty', show: <TextArea label="Message" rows={3} /> },
      { name: 'focus', look: 'focus', show: <TextArea label="Message" rows={3} /> },
      { name: 'filled', show: <TextArea label="Message" rows={3} defaultValue={LONG_TEXT} /> },
      { name: 'disabled', show: <TextArea label="Message" rows={3} disabled defaultValue="Sending" /> },
    ],
  },
  {
    of: 'web/ui/quantity-stepper',
    states: [
      { name: 'one piece', show: <QuantityStepper quantity={1} of="Emblem Tee" onChange={stay} /> },
      { name: 'several', show: <QuantityStepper quantity={12} of="Emblem Tee" onChange={stay} /> },
      {
        name: 'hover',
        look: 'hover',
        show: <QuantityStepper quantity={2} of="Emblem Tee" onChange={stay} />,
      },
      {
        name: 'focus',
        look: 'focus',
        show: <QuantityStepper quantity={2} of="Emblem Tee" onChange={stay} />,
      },
      { name: 'most', show: <QuantityStepper quantity={9_999} of={LONG_NAME} onChange={stay} /> },
    ],
  },
]
