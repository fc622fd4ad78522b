import { dropChanges, DROPS, dropsSchema } from '#domain/settings/drops.ts'
import { listActions } from '#web/api/settings/list-actions.ts'

export const routes = listActions({
  name: 'drops',
  setting: DROPS,
  schema: dropsSchema,
  summary: dropChanges,
  detail:
    'The products of a drop that changes are published from `publicFrom` and sold from `soldFrom`. ' +
    'Times are epoch milliseconds. `early`: who has the password, or is on the list (`/guests`), buys from then on; null: nobody. `perPerson`: how many pieces one person may have; null: any number. `payMinutes`: how long its pieces are held for payment on the first day; null: as long as all others. ' +
    '`draw`, in place of `room`: people enter from `entriesFrom`, and from `soldFrom` on winners are drawn, who have `payHours` to pay.',
  example: {
    version: 0,
    value: {
      drops: [
        {
          id: 'winter',
          name: 'Winter drop',
          handle: 'winter-drop',
          words: 'Six pieces, once.',
          picture: null,
          isDraft: false,
          products: ['emblem-hoodie'],
          publicFrom: 1_796_385_600_000,
          soldFrom: 1_796_472_000_000,
          early: { from: 1_796_468_400_000, password: 'first in line' },
          room: { opensMinutes: 30, turnMinutes: 10, turns: 100, perMinute: 60 },
          draw: null,
          perPerson: 2,
          payMinutes: 5,
        },
      ],
    },
  },
})
