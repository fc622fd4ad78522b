import * as v from 'valibot'
import { keysOf } from '#domain/record-of.ts'
import type { Setting } from './setting.ts'

const CHOICES = {
  '0': 'Never: they write to you',
  '15': 'For 15 minutes',
  '30': 'For 30 minutes',
  '60': 'For an hour',
  '180': 'For three hours',
  '720': 'For twelve hours',
}

/** For how many minutes after paying customers cancel and change an order themselves; 0: they do not. */
export const OWN_CHANGES: Setting<{ minutes: keyof typeof CHOICES }> = {
  name: 'own-changes',
  label: 'Changes by customers',
  lead: 'On the page of their order, customers cancel it, choose another size or another address themselves, until a bench begins to pack it or it is in a batch. What they save is refunded, what it costs more is asked for by a payment link.',
  schema: v.object({ minutes: v.picklist(keysOf(CHOICES)) }),
  fallback: { minutes: '30' },
  fields: { minutes: { label: 'After paying', kind: 'choice', choices: CHOICES } },
}
